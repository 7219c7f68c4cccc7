/** Generates ids and secrets. */
import { hash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';
import { notFound } from './errors.ts';

/** Returns a new id that sorts by `at`: UUID version 7. */
export const newId = (at: Date): string => v7({ msecs: at.getTime() });

/** Parses an id; malformed text gets the same error as a missing id. */
export function parseId(text: string, what: string): string {
  if (!validate(text)) throw notFound(what);
  return text;
}

/** Returns the valid ids among the texts, without duplicates: the others are treated as not found. */
export const validIds = (texts: Iterable<string | undefined>): string[] => [
  ...new Set([...texts].filter((text): text is string => validate(text))),
];

const unitKeyPrefix = 'bbu_';
const apiTokenPrefix = 'bba_';
const wallKeyPrefix = 'bbw_';
const accessTokenPrefix = 'bbk_';
const webhookSecretPrefix = 'whsec_';

const newSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url');

export const newUnitKey = (): string => newSecret(unitKeyPrefix);
export const newWallKey = (): string => newSecret(wallKeyPrefix);
export const newAccessToken = (): string => newSecret(accessTokenPrefix);
export const newWebhookSecret = (): string => newSecret(webhookSecretPrefix);
export const newApiToken = (): string => newSecret(apiTokenPrefix);
export const isUnitKey = (token: string): boolean => token.startsWith(unitKeyPrefix);
export const isWallKey = (token: string): boolean => token.startsWith(wallKeyPrefix);
export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenPrefix);
export const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix);

/** Token of a link in a message: letters and digits only, since phones end a link before other signs. */
export const newLinkToken = (): string => randomBytes(16).toString('hex');

/** Hash under which our secrets are stored. They have at least 128 random bits, so a plain hash is enough. */
export const hashSecret = (token: string): Buffer => hash('sha256', token, 'buffer');
