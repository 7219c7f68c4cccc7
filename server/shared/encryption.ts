/** Encryption of secrets at rest: AES-256-GCM with a key stored outside the database. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with one key. While it replaces another, or is about to, values of both are decrypted: the tag of a value
 * shows which of them encrypted it, so that processes of earlier releases can read it too.
 */
export interface SecretsKey {
  current: string;
  previous: string | null;
}

const keyOf = (secretsKey: string): Buffer => createHash('sha256').update(secretsKey).digest();

export function encrypt({ current }: SecretsKey, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws when neither key has encrypted the stored value, or it was modified. */
export function decrypt({ current, previous }: SecretsKey, sealed: Buffer): string {
  if (previous === null || canDecrypt(current, sealed)) return decryptWith(current, sealed);
  return decryptWith(previous, sealed);
}

/** True when this key has encrypted the stored value. */
export function canDecrypt(key: string, sealed: Buffer): boolean {
  try {
    decryptWith(key, sealed);
    return true;
  } catch {
    return false;
  }
}

function decryptWith(key: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return (
    decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  );
}
