/** Service URLs from the environment: validated, without a trailing slash. */
import { z } from 'zod';

/** Flag service; it may be in the same network, so plain HTTP is allowed. */
export const flagService = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://flags.example.com',
);

/** Bucket endpoint, or the public base URL of its files: may be in the same network, too. */
export const bucketAddress = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://s3.example.com',
);

/** Public base URL of the venues' pages. */
export const publicHost = address(
  ({ pathname }) => pathname === '/',
  'an http or https address without a path, like https://pages.example.com',
);

const closed = 'an https address without a user name, a password or a query';

/** Card provider: receives keys, so plain HTTP is allowed on this machine only. */
export const cardProvider = address(isClosed, closed);

/** Same, for a provider whose client accepts no path. */
export const cardProviderHost = address(
  (url) => isClosed(url) && url.pathname === '/',
  `${closed} and without a path`,
);

/** Text message provider; receives the account's token. */
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
