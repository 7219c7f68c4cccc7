import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

const script = 'document.title += "!"';
const page = `<!doctype html><title>Barback</title><script>${script}</script>`;
let app: TestApp;
const webRoot = withTestFolder();
beforeAll(async () => {
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'index.html'), page);
  await writeFile(join(webRoot, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(join(webRoot, '..', 'secret.txt'), 'secret');
  app = await startTestApp({ webRoot });
});
afterAll(async () => {
  await app.close();
  await rm(join(webRoot, '..', 'secret.txt'));
});

describe('dashboard files', () => {
  test.each(['/', '/login', '/venues/01a1fcb6-5a35', '/salesreports?from=2024-03-01'])(
    'serves the dashboard at %s',
    async (path) => {
      const response = await app.send('GET', path);
      expect(response).toMatchObject({ status: 200, text: expect.stringContaining('Barback') });
      const hash = createHash('sha256').update(script).digest('base64');
      expect(response.headers['content-security-policy']).toContain(
        `script-src 'self' 'sha256-${hash}';`,
      );
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['x-frame-options']).toBe('DENY');
      expect(response.headers['permissions-policy']).toContain('camera=()');
    },
  );

  test('only the preview of a role is shown in a frame, and only in a frame of the dashboard', async () => {
    for (const [path, ancestors, option] of [
      ['/preview', "frame-ancestors 'self'", 'SAMEORIGIN'],
      ['/previews', "frame-ancestors 'none'", 'DENY'],
      ['/preview/login', "frame-ancestors 'none'", 'DENY'],
      ['/login?/preview', "frame-ancestors 'none'", 'DENY'],
    ] as const) {
      const { headers } = await app.send('GET', path);
      expect(headers['content-security-policy'], path).toContain(ancestors);
      expect(headers['x-frame-options'], path).toBe(option);
    }
  });

  test('lets browsers cache files whose names contain a content hash', async () => {
    const response = await app.send('GET', '/assets/index-abc.js');
    expect(response.headers['content-type']).toContain('javascript');
    expect(response.headers['cache-control']).toContain('immutable');
  });

  test.each([
    '/assets/gone.js',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.env',
  ])('does not serve a page or a local file at %s', async (path) => {
    const response = await app.send('GET', path);
    expect([400, 403, 404]).toContain(response.status);
    expect(response.text).not.toContain('<title>');
    expect(response.text).not.toBe('secret');
  });

  test.each(['/assets/gone.js', '/assets/..%2f..%2fsecret.txt', '/.env'])(
    'lets no cache store the error for %s',
    async (path) => {
      const refused = await app.send('GET', path);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.headers['cache-control']).toBe('no-store');
    },
  );

  test('a built file that is missing is served as soon as it exists', async () => {
    const missing = await app.send('GET', '/assets/index-next.js');
    expect(missing).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    await writeFile(join(webRoot, 'assets', 'index-next.js'), 'export {};');
    const present = await app.send('GET', '/assets/index-next.js');
    expect(present.status).toBe(200);
    expect(present.headers['cache-control']).toContain('immutable');
    const again = await app.send('GET', '/assets/index-next.js', {
      headers: { 'if-none-match': String(present.headers['etag']) },
    });
    expect(again.status).toBe(304);
    expect(again.headers['cache-control']).toContain('immutable');
  });

  test('sends the compressed form that the build wrote, to those who accept it', async () => {
    await writeFile(join(webRoot, 'assets', 'index-big.js'), 'export {};');
    await writeFile(join(webRoot, 'assets', 'index-big.js.gz'), 'bytes of the compressed form');
    for (const [accepted, encoding, text] of [
      ['gzip, deflate, br', 'gzip', 'bytes of the compressed form'],
      ['identity', undefined, 'export {};'],
    ] as const) {
      const response = await app.send('GET', '/assets/index-big.js', {
        headers: { 'accept-encoding': accepted },
      });
      expect(response.status, accepted).toBe(200);
      expect(response.headers['content-encoding'], accepted).toBe(encoding);
      expect(response.headers['content-type'], accepted).toContain('javascript');
      expect(response.headers['cache-control'], accepted).toContain('immutable');
      expect(response.headers['vary'], accepted).toBe('accept-encoding');
      expect(response.text, accepted).toBe(text);
    }
  });

  test('does not intercept API routes', async () => {
    expect((await app.send('GET', '/api/nope')).body).toMatchObject({
      error: { message: 'Not found' },
    });
  });
});
