import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts as releases did that bound a value to no place. */
export function encryptUnbound(key: string, text: string): Buffer {
  const iv = randomBytes(12);
  const hashed = createHash('sha256').update(key).digest();
  const cipher = createCipheriv('aes-256-gcm', hashed, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}
