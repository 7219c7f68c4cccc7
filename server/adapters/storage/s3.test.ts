import { pngChunk, testPng } from '../../testing/files.ts';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './port.ts';
import { s3Storage } from './s3.ts';
import { uploadMs, uploadSigner } from './signature.ts';
import { acceptImage } from '../../files/files.ts';
import { addOwner, startTestApp, type TestApp, type TestOwner } from '../../testing/app.ts';

import { missingPrograms, startSwift, type Swift } from '../../testing/swift.ts';

describe('s3', () => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    process.stderr.write(
      `Not tried against a real S3 server: ${missing.join(', ')} not installed (Debian: swift-proxy, swift-account, swift-container, swift-object, memcached).\n`,
    );
  }

  const nowhere = {
    endpoint: 'http://127.0.0.1:9',
    bucket: 'pictures',
    region: 'us-east-1',
    accessKey: 'bar:back',
    secretKey: 'pour-one-out',
    publicBase: 'https://pictures.example/',
  };

  describe.skipIf(missing.length > 0)('real S3 bucket', () => {
    let swift: Swift;
    let storage: Storage;
    let app: TestApp;
    let owner: TestOwner;
    const picture = testPng(40, 30);

    beforeAll(async () => {
      swift = await startSwift();
      const { endpoint, accessKey, secretKey } = swift;
      const client = new S3Client({
        endpoint,
        region: nowhere.region,
        forcePathStyle: true,
        credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
        requestChecksumCalculation: 'WHEN_REQUIRED',
      });
      await client.send(new CreateBucketCommand({ Bucket: nowhere.bucket }));
      storage = await s3Storage({ ...nowhere, endpoint, accessKey, secretKey });
      app = await startTestApp({ storage });
      owner = await addOwner(app, 'A/B & (Tiki)');
    });
    afterAll(async () => {
      await app.close();
      await swift.stop();
    });

    const issue = async (sizeBytes: number): Promise<{ key: string; uploadUrl: string }> => {
      const { venueId, token } = owner;
      const body = { venueId, fileName: "my rum's.png", contentType: 'image/png', sizeBytes };
      return (await app.send('POST', '/api/files/brand-images', { token, body })).body;
    };
    const put = async (url: string, content: Buffer, type = 'image/png'): Promise<number> =>
      (await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: content }))
        .status;

    test('a bucket accepts exactly the signed upload', async () => {
      const { key, uploadUrl } = await issue(picture.length);
      const other = await issue(picture.length);
      const longer = uploadUrl.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000');
      expect(longer).not.toBe(uploadUrl);
      const past = new Date(Date.now() - 16 * 60_000);
      const late = await storage.signUpload(
        { key, contentType: 'image/png', sizeBytes: picture.length },
        past,
      );
      const { pathname } = new URL(uploadUrl);
      expect(await put(uploadUrl, Buffer.concat([picture, picture]))).toBe(403);
      expect(await put(uploadUrl, picture, 'text/html')).toBe(403);
      expect(
        await put(uploadUrl.replace(pathname, new URL(other.uploadUrl).pathname), picture),
      ).toBe(403);
      expect(await put(longer, picture)).toBe(403);
      expect(await put(late, picture)).toBe(403);
      expect(await storage.inspect(key)).toBeNull();
      expect(await put(uploadUrl, picture)).toBe(200);
      expect(await storage.inspect(key)).toMatchObject({
        contentType: 'image/png',
        sizeBytes: picture.length,
      });
      await acceptImage({ ...app.deps, db: app.db }, owner.userId, key);
    });

    test('replaces an image that has metadata by one without it', async () => {
      const head = 33;
      const text = pngChunk('tEXt', Buffer.from('Author\0Ada'));
      const described = Buffer.concat([picture.subarray(0, head), text, picture.subarray(head)]);
      const { key, uploadUrl } = await issue(described.length);
      expect(await put(uploadUrl, described)).toBe(200);
      await acceptImage({ ...app.deps, db: app.db }, owner.userId, key);
      expect(await storage.inspect(key)).toMatchObject({ contentType: 'image/png' });
      expect(Buffer.from(await storage.read(key)).equals(picture)).toBe(true);
    });

    test('removes a file that is not an image from the bucket when it is checked', async () => {
      const program = Buffer.from('MZ'.padEnd(200));
      const { key, uploadUrl } = await issue(program.length);
      await expect(
        acceptImage({ ...app.deps, db: app.db }, owner.userId, key),
      ).rejects.toMatchObject({
        fields: { imageURL: 'Upload the image first' },
      });
      expect(await put(uploadUrl, program)).toBe(200);
      await expect(
        acceptImage({ ...app.deps, db: app.db }, owner.userId, key),
      ).rejects.toMatchObject({ status: 415 });
      expect(await storage.inspect(key)).toBeNull();
      await storage.remove(key);
    });
  });

  describe('S3 bucket', () => {
    test('redirects file URLs to the bucket, which the content security policy allows', async () => {
      const app = await startTestApp({ storage: await s3Storage(nowhere) });
      const response = await app.send('GET', '/files/Tiki%20Bar/x/my%20rum.png');
      expect(response.status).toBe(302);
      expect(response.headers['location']).toBe(
        'https://pictures.example/Tiki%20Bar/x/my%20rum.png',
      );
      const invoice = await app.send('GET', '/files/private-invoices/x/y/invoice.png');
      expect(invoice.status).toBe(404);
      const policy = String(
        (await app.send('GET', '/api/version')).headers['content-security-policy'],
      );
      for (const directive of ["img-src 'self' data: blob:", "connect-src 'self'"]) {
        expect(policy).toContain(`${directive} http://127.0.0.1:9 https://pictures.example`);
      }
      expect((await app.send('PUT', '/files/x')).status).toBe(404);
      await app.close();
    });

    test('reports an unavailable bucket with an error of its own', async () => {
      const storage = await s3Storage(nowhere);
      await expect(storage.inspect('x')).rejects.toMatchObject({ status: 503 });
    });
  });
});

describe('signature', () => {
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
});
