import { pngChunk, testPng } from '../testing/files.ts';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptImage, sweepFiles } from './files.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner } from '../testing/app.ts';
import { testOutbox } from '../testing/services/messages.ts';

let owner: TestOwner;
const noon = new Date('2024-03-10T12:00:00Z');

withApp();
beforeEach(async () => {
  app.setNow(noon);
  owner = await addOwner(app, `Tiki ${Math.random()}`);
});

const send = (changes: object = {}, token = owner.token) =>
  app.send('POST', '/api/files/brand-images', {
    token,
    body: {
      venueId: owner.venueId,
      fileName: 'my rum.png',
      contentType: 'image/png',
      sizeBytes: 100,
      ...changes,
    },
  });

interface Issued {
  key: string;
  uploadUrl: string;
}
const issue = async (sizeBytes: number): Promise<Issued> => (await send({ sizeBytes })).body;

const put = async (url: string, content: Buffer, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'image/png', ...headers },
    payload: content,
  });

const upload = async (content: Buffer) => {
  const issued = await issue(content.length);
  return { ...issued, response: await put(issued.uploadUrl, content) };
};

const accept = (key: string, ownerId = owner.userId) =>
  acceptImage({ ...app.deps, db: app.db }, ownerId, key);

describe('brand image upload', () => {
  test('a brand image is uploaded to a presigned URL without a token, and is public', async () => {
    const picture = testPng(40, 30);
    const { key, response } = await upload(picture);
    expect(key).toMatch(/^Tiki%20[\d.]+%20Bar\/[\w-]{22}\/my%20rum\.png$/);
    expect(response.statusCode).toBe(200);

    const shown = await app.app.inject(`/files/${key}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload.equals(picture)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const again = await app.app.inject({
      url: `/files/${key}`,
      headers: { 'if-none-match': `"other", W/${String(shown.headers.etag)}` },
    });
    expect(again.statusCode).toBe(304);
    expect((await app.app.inject({ method: 'HEAD', url: `/files/${key}` })).statusCode).toBe(200);
  });

  test('accepts a brand image of 5 MB, and not a byte more', async () => {
    const heavy = testPng(10, 10, 5_000_000);
    expect((await upload(heavy)).response.statusCode).toBe(200);
    expect((await send({ sizeBytes: 5_000_001 })).body).toEqual({
      sizeBytes: 'Use an image of at most 5 MB',
    });
    expect((await send({ sizeBytes: 0 })).body).toEqual({ sizeBytes: 'The image is empty' });
    const { uploadUrl } = await issue(100);
    expect((await put(uploadUrl, Buffer.alloc(40_000_000))).statusCode).toBe(413);
  });

  test('never overwrites a brand image', async () => {
    const { uploadUrl, response, key } = await upload(testPng(40, 30));
    expect(response.statusCode).toBe(200);
    expect((await put(uploadUrl, testPng(30, 40))).statusCode).toBe(409);
    const shown = await app.app.inject(`/files/${key}`);
    expect(shown.rawPayload.equals(testPng(40, 30))).toBe(true);
  });

  test.each([
    ['a renamed program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)]), 415],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'.padEnd(99)),
      415,
    ],
    ['half a picture', testPng(40, 30).subarray(0, -20), 415],
    [
      'a picture with a page behind it',
      Buffer.concat([testPng(4, 3), Buffer.from('<script>')]),
      415,
    ],
    ['a square of 30,000 pixels', testPng(30_000, 30_000), 413],
    ['a picture of 7,000 by 7,000 pixels', testPng(7000, 7000), 413],
  ])('rejects as a brand image: %s', async (_, content, status) => {
    const { response, key } = await upload(content);
    expect(response.statusCode).toBe(status);
    expect((await app.app.inject(`/files/${key}`)).statusCode).toBe(404);
    await expect(accept(key)).rejects.toMatchObject({
      fields: { imageURL: 'Upload the image first' },
    });
  });
});

describe('presigned URL', () => {
  const picture = testPng(40, 30);

  test('a presigned URL is valid for exactly the signed upload', async () => {
    const { uploadUrl, key } = await issue(picture.length);
    const other = await issue(picture.length);
    const signature = new URL(uploadUrl, 'http://bar').searchParams.get('signature') ?? '';
    const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const refused = await Promise.all([
      put(uploadUrl, Buffer.concat([picture, picture])),
      put(uploadUrl, picture, { 'content-type': 'text/html' }),
      put(uploadUrl.replace(key, other.key), picture),
      put(uploadUrl.replace(/expires=\d+/, 'expires=9999999999999'), picture),
      put(uploadUrl.replace(signature, changed), picture),
      put(uploadUrl.replace(signature, ''), picture),
      put(`/files/${key}`, picture),
      put(`/files/${key}?signature=a&signature=b`, picture),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403));
    expect((await put(uploadUrl, picture)).statusCode).toBe(200);
  });

  test('a presigned URL expires after a quarter of an hour', async () => {
    const { uploadUrl } = await issue(picture.length);
    app.setNow(new Date(noon.getTime() + 15 * 60_000));
    expect((await put(uploadUrl, picture)).statusCode).toBe(403);
    app.setNow(new Date(noon.getTime() + 15 * 60_000 - 1));
    expect((await put(uploadUrl, picture)).statusCode).toBe(200);
  });

  test('issues at most a hundred unused presigned URLs an hour', async () => {
    for (let count = 0; count < 100; count++) expect((await send()).status).toBe(201);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
    app.setNow(new Date(noon.getTime() + 60 * 60_000));
    expect((await send()).status).toBe(201);
  });

  test('an aborted upload leaves nothing behind', async () => {
    const content = testPng(10, 10, 2_000_000);
    const { uploadUrl, key } = await issue(content.length);
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `PUT ${uploadUrl} HTTP/1.1\r\nHost: bar\r\nContent-Type: image/png\r\nContent-Length: ${content.length}\r\n\r\n`,
        );
        socket.write(content.subarray(0, 100_000), () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/files/${key}`)).status).toBe(404);
    const sent = await fetch(`${url}${uploadUrl}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: content,
    });
    expect(sent.status).toBe(200);
  });
});

describe('saving an image URL', () => {
  test('accepts an image repeatedly from the owner it was issued to', async () => {
    const { key } = await upload(testPng(40, 30));
    await accept(key);
    await accept(key);
    const stranger = await addOwner(app, `Stranger ${Math.random()}`);
    await expect(accept(key, stranger.userId)).rejects.toMatchObject({ status: 404 });
    await expect(accept('never/issued/x.png')).rejects.toMatchObject({ status: 404 });
  });

  test('refuses an image that was not uploaded', async () => {
    const { key } = await issue(100);
    await expect(accept(key)).rejects.toMatchObject({
      status: 400,
      fields: { imageURL: 'Upload the image first' },
    });
  });

  test.each([
    [testPng(40, 30, 6_000_000), 413, 'Use an image of at most 5 MB'],
    [testPng(9000, 10), 413, 'Use an image of at most 8,000 by 8,000 pixels and 16 megapixels'],
    [Buffer.from('GIF89a'.padEnd(99)), 415, 'This is not a PNG image'],
  ])(
    'checks an image that a bucket accepted, and removes an invalid one',
    async (content, status, message) => {
      const { key } = await issue(100);
      const removed: string[] = [];
      const bucket = {
        ...app.deps.storage,
        inspect: async () => ({
          contentType: 'image/png',
          sizeBytes: content.length,
          head: content.subarray(0, 33),
          tail: content.subarray(-12),
        }),
        remove: async (gone: string) => void removed.push(gone),
      };
      const deps = { db: app.db, storage: bucket, now: app.deps.now };
      await expect(acceptImage(deps, owner.userId, key)).rejects.toMatchObject({
        status,
        fields: { imageURL: message },
      });
      expect(removed).toEqual([key]);
      await expect(accept(key)).rejects.toMatchObject({ status: 404 });
    },
  );
});

test('no file URL allows path traversal or a directory listing', async () => {
  const addresses = [
    '',
    '/',
    '../jwt-secret',
    '..%2Fjwt-secret',
    '%2e%2e/%2e%2e/etc/passwd',
    'a%00b',
  ];
  for (const address of addresses) {
    const { statusCode } = await app.app.inject(`/files/${address}`);
    expect(statusCode, address).toBe(404);
  }
});

test('the sweep frees an image a day after no ingredient shows it any more', async () => {
  const unit = await createUnit(app, owner);
  const [first, second, unused] = [
    await upload(testPng(40, 30)),
    await upload(testPng(50, 30)),
    await upload(testPng(60, 30)),
  ];
  const dayMs = 24 * 60 * 60_000;
  const show = (imageURL: string) =>
    app.send('PUT', `/api/ingredients/${unit.rum}`, {
      token: owner.token,
      body: { unitId: unit.id, imageURL },
    });
  const { runAll } = testOutbox(app);
  const waitDays = async (days: number) => {
    app.setNow(new Date(noon.getTime() + days * dayMs));
    owner = { ...owner, token: await app.login(owner.email) };
  };
  const shown = async () => {
    await sweepFiles({ ...app.deps, db: app.db });
    await runAll();
    const keys = [first, second, unused].map(({ key }) => key);
    const replies = await Promise.all(keys.map((key) => app.app.inject(`/files/${key}`)));
    return replies.map(({ statusCode }) => statusCode);
  };
  expect((await show(first.key)).status).toBe(200);
  await waitDays(3);
  expect(await shown()).toEqual([200, 404, 404]);

  const third = await upload(testPng(70, 30));
  expect((await show(third.key)).status).toBe(200);
  // An image that was just saved again is not freed before its ingredient is committed.
  await accept(first.key);
  expect(await shown()).toEqual([200, 404, 404]);
  await waitDays(5);
  expect(await shown()).toEqual([404, 404, 404]);
  expect((await app.app.inject(`/files/${third.key}`)).statusCode).toBe(200);
  expect((await show(first.key)).status).toBe(404);
});

describe('metadata of images', () => {
  const chunk = (name: string, content: string): Buffer => pngChunk(name, Buffer.from(content));
  const headBytes = 33;
  const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
    Buffer.concat([png.subarray(0, headBytes), ...chunks, png.subarray(headBytes)]);

  test('is removed from an upload before anything shows it, and pixels and colours stay', async () => {
    const plain = testPng(40, 30);
    const gamma = chunk('gAMA', '\0\0\x01\x02');
    const described = withChunks(
      plain,
      gamma,
      chunk('tEXt', 'Author\0Ada'),
      chunk('iTXt', 'GPS\0'),
      chunk('eXIf', 'MM at home'),
      chunk('tIME', '2026-01'),
      chunk('prVt', 'unknown'),
    );
    const { key } = await upload(described);
    await accept(key);
    const shown = await app.app.inject(`/files/${key}`);
    expect(shown.rawPayload.equals(withChunks(plain, gamma))).toBe(true);
    const { size_bytes: bytes } = await app.db
      .selectFrom('files')
      .select('size_bytes')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(bytes).toBe(shown.rawPayload.length);
  });

  test.each([
    ['a chunk longer than the file', (png: Buffer) => png.fill(0x7f, headBytes, headBytes + 1)],
    ['a second end', (png: Buffer) => Buffer.concat([png, png.subarray(-12)])],
  ])('rejects an image with %s', async (_, damaged) => {
    const { key, response } = await upload(damaged(testPng(40, 30)));
    expect(response.statusCode).toBe(200);
    await expect(accept(key)).rejects.toMatchObject({ status: 415 });
    expect((await app.app.inject(`/files/${key}`)).statusCode).toBe(404);
  });
});
