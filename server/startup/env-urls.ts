/** Addresses of services, as the environment names them: checked, and without a slash at the end. */
import { z } from 'zod';

/** The flag service; it may stand in the same network, so plain HTTP will do. */
export const flagService = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://flags.example.com',
);

/** A bucket, or where its files are shown: in the same network as well. */
export const bucketAddress = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://s3.example.com',
);

/** Where everybody sees the pages of venues. */
export const publicHost = address(
  ({ pathname }) => pathname === '/',
  'an http or https address without a path, like https://pages.example.com',
);

const closed = 'an https address without a user name, a password or a query';

/** A card provider: keys are sent there, so plain HTTP will do on this machine alone. */
export const cardProvider = address(isClosed, closed);

/** The same, for a provider whose client takes no path. */
export const cardProviderHost = address(
  (url) => isClosed(url) && url.pathname === '/',
  `${closed} and without a path`,
);

/** Who sends text messages for us; the account's token is sent there. */
export const messageService = address(isClosed, closed);

function address(isRight: (url: URL) => boolean, error: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && isBare(new URL(text)) && isRight(new URL(text)), {
      error,
    })
    .transform((text) => text.replace(/\/+$/, ''));
}

const isBare = ({ protocol, username, password, search, hash }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';

function isClosed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname);
}
