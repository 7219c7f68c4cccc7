import { expect, test } from 'vitest';
import { uploadMs, uploadSigner } from './signature.ts';

test('an upload that the former key has signed is accepted while the key is replaced', () => {
  const at = new Date('2026-11-24T18:00:00Z');
  const expiresMs = at.getTime() + uploadMs;
  const upload = { key: 'images/1.png', contentType: 'image/png', sizeBytes: 100 };
  const signature = uploadSigner({ current: 'former', previous: null }).sign(upload, expiresMs);
  const isSigned = (previous: string | null, more = {}): boolean =>
    uploadSigner({ current: 'new', previous }).isSigned(
      { ...upload, signature, expiresMs, ...more },
      at,
    );
  expect([isSigned('former'), isSigned(null), isSigned('another')]).toEqual([true, false, false]);
  expect(isSigned('former', { sizeBytes: 101 })).toBe(false);
  expect(uploadSigner({ current: 'new', previous: 'former' }).sign(upload, expiresMs)).toBe(
    uploadSigner({ current: 'new', previous: null }).sign(upload, expiresMs),
  );
});
