/**
 * Encryption of secrets at rest: AES-256-GCM with a key stored outside the database. A value is bound to its place, so
 * that it is of no use to another venue or account; those of earlier releases are bound to none.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/**
 * Encrypts with one key. While it replaces another, or is about to, values of both are decrypted: the tag of a value
 * shows which of them encrypted it, so that processes of earlier releases can read it too.
 */
export interface SecretsKey {
  current: string;
  previous: string | null;
}

export type VenueSecret = 'private_key_sealed' | 'auth_token_sealed' | 'webhook_secret_sealed';

/** Column and owner of a value. */
export type SecretPlace =
  | `venues.${VenueSecret} ${string}`
  | `credentials.secret ${string}`
  | `webhooks.secret ${string}`;

export const placeInVenue = (venueId: string, column: VenueSecret): SecretPlace =>
  `venues.${column} ${venueId}`;

/** The secret of an account's authenticator app. */
export const placeInAccount = (userId: string): SecretPlace => `credentials.secret ${userId}`;

/** The secrets of a webhook: one that is replaced becomes the previous one. */
export const placeInWebhook = (webhookId: string): SecretPlace => `webhooks.secret ${webhookId}`;

const keyOf = (secretsKey: string): Buffer => hash('sha256', secretsKey, 'buffer');

export function encrypt({ current }: SecretsKey, text: string, place: SecretPlace): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(current), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when neither key has encrypted the stored value, or it was modified, or moved from another place. */
export function decrypt(
  { current, previous }: SecretsKey,
  sealed: Buffer,
  place: SecretPlace,
): string {
  for (const key of previous === null ? [current] : [current, previous]) {
    const text = opened(key, sealed, place) ?? opened(key, sealed, null);
    if (text !== null) return text;
  }
  throw new Error(`No key decrypts this value as ${place}`);
}

/** True when this key has encrypted the stored value, for this place or for none. */
export const canDecrypt = (key: string, sealed: Buffer, place: SecretPlace): boolean =>
  isBound(key, sealed, place) || opened(key, sealed, null) !== null;

/** True when this key has encrypted the stored value for this place. */
export const isBound = (key: string, sealed: Buffer, place: SecretPlace): boolean =>
  opened(key, sealed, place) !== null;

function opened(key: string, sealed: Buffer, place: SecretPlace | null): string | null {
  try {
    const iv = sealed.subarray(0, ivBytes);
    const decipher = createDecipheriv(algorithm, keyOf(key), iv, { authTagLength: tagBytes });
    if (place !== null) decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const content = sealed.subarray(ivBytes + tagBytes);
    return decipher.update(content, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** Signs with one key. While it replaces another, or is about to, what the other one has signed is accepted too. */
export interface SigningKey {
  current: string;
  previous: string | null;
}
