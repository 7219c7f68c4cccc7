/** Ids and secrets the server makes. */
import { createHash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';
import { notFound } from './errors.ts';

/** A new id that sorts by `at`: UUID version 7. */
export const newId = (at: Date): string => v7({ msecs: at.getTime() });

/** The text as an id; anything that cannot be one answers like an id that is not there. */
export function asId(text: string, what: string): string {
  if (!validate(text)) throw notFound(what);
  return text;
}

/** Those of the texts that can be ids at all, each once: the others are simply not found. */
export const validIds = (texts: Iterable<string | undefined>): string[] => [
  ...new Set([...texts].filter((text): text is string => validate(text))),
];

const unitKeyPrefix = 'bbu_';
const apiTokenPrefix = 'bba_';

const newSecret = (prefix: string): string => prefix + randomBytes(32).toString('base64url');

export const newUnitKey = (): string => newSecret(unitKeyPrefix);
export const newApiToken = (): string => newSecret(apiTokenPrefix);
export const isUnitKey = (token: string): boolean => token.startsWith(unitKeyPrefix);
export const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix);

/** How a secret of ours is stored. It has 256 random bits, so a plain hash is enough. */
export const hashSecret = (token: string): Buffer => createHash('sha256').update(token).digest();
