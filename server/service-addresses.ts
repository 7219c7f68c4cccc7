/** Addresses of services, as the environment names them: checked, and without a slash at the end. */
import { z } from 'zod';

/** The flag service; it may stand in the same network, so plain HTTP will do. */
export const flagService = address(
  () => true,
  'an http or https address without a user name, a password or a query, like https://flags.example.com',
);

const closed = 'an https address without a user name, a password or a query';

/** A card provider: keys are sent there, so plain HTTP will do on this machine alone. */
export const cardProvider = address(isClosed, closed);

/** The same, for a provider whose client takes no path. */
export const cardProviderHost = address(
  (url) => isClosed(url) && url.pathname === '/',
  `${closed} and without a path`,
);

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
