import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from '../../shared/encryption.ts';
import type { SignedUpload, Upload } from './port.ts';

/** Validity of an upload URL. */
export const uploadMs = 15 * 60_000;

export interface Signer {
  sign: (upload: Upload, expiresMs: number) => string;
  isSigned: (upload: SignedUpload, at: Date) => boolean;
}

/** Signs uploads with a key derived from the server's secret and used for nothing else. */
export function uploadSigner({ current, previous }: SigningKey): Signer {
  const own = keyOf(current);
  const keys = previous === null ? [own] : [own, keyOf(previous)];
  return {
    sign: (upload, expiresMs) => digest(own, upload, expiresMs).toString('base64url'),
    isSigned: ({ signature, expiresMs, ...upload }, at) => {
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const expected = digest(key, upload, expiresMs);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs && at.getTime() < expiresMs;
    },
  };
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'uploads', 32));

const digest = (key: Buffer, upload: Upload, expiresMs: number): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['PUT', upload.key, upload.contentType, upload.sizeBytes, expiresMs]))
    .digest();
