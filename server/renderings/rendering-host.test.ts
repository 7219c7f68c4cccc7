import { makeZip, page } from '../testing/files.ts';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { embeddedBundles } from '../adapters/bundles/local.ts';
import { liveRenderings } from './live-renderings.ts';
import {
  buildRenderingHost,
  type HostDeps,
  openRenderingHost,
  type OpenRenderingHost,
} from './rendering-host.ts';
import { readEnvironment } from '../startup/env.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';
import { testRenderings, type TestRenderings } from '../testing/renderings.ts';

describe('rendering host', () => {
  const script = 'console.log("a bar");\n'.repeat(500);
  const film = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * at * 31) % 251));

  const folder = withTestFolder();
  let renderings: TestRenderings;
  let id: string;
  withApp({ deps: { bundles: embeddedBundles(folder) } });
  beforeAll(async () => {
    renderings = testRenderings(app, folder, await addSuperAdmin(app));
    app.setNow(new Date('2024-05-01T18:00:00.500Z'));
    const zip = makeZip([
      page('Rooftop'),
      { name: 'app.3f9c2b1a.js', content: script },
      { name: 'data.json', content: '{"drinks":[]}' },
      { name: 'film.mp4', content: film, method: 0 },
      { name: 'menu.pdf', content: '%PDF-1.4' },
      { name: 'about/index.html', content: 'About' },
      { name: 'empty.txt', content: '' },
      { name: 'Build/bar.framework.js.gz', content: gzipSync(script) },
      { name: 'Build/bar.wasm.br', content: brotliCompressSync('module') },
      { name: 'Build/bar.data.gz', content: gzipSync(film) },
      { name: 'photos.tar.gz', content: gzipSync('photos') },
    ]);
    id = (await renderings.publish('Rooftop', zip)).body._id;
  });
  afterAll(() => renderings.host.close());

  const look = (path: string, headers?: Record<string, string>) =>
    renderings.look(`/rooftop/${path}`, headers);

  describe('rendering file', () => {
    test('serves a file with its content type, in a sandbox and with content sniffing disabled', async () => {
      const response = await look('index.html');
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(response.rawPayload.length),
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'last-modified': 'Wed, 01 May 2024 18:00:00 GMT',
      });
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toMatch(/^sandbox allow-scripts/);
      expect(policy).not.toContain('allow-same-origin');
      expect(policy).not.toContain('allow-top-navigation');
      expect(response.headers['set-cookie']).toBeUndefined();
      expect((await look('menu.pdf')).headers['content-security-policy']).toBeUndefined();
    });

    test('lets browsers cache a file for a year if its name is a hash', async () => {
      const { headers } = await look('app.3f9c2b1a.js');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    test('serves a compressed file to clients that accept it', async () => {
      const [br, gzip, plain] = await Promise.all([
        look('app.3f9c2b1a.js', { 'accept-encoding': 'gzip, br' }),
        look('app.3f9c2b1a.js', { 'accept-encoding': 'gzip, br;q=0' }),
        look('app.3f9c2b1a.js', { 'accept-encoding': 'identity' }),
      ]);
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(br.rawPayload.length).toBeLessThan(script.length / 10);
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body).toBe(script);
      expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    });

    test('serves files that their build has compressed as what is in them', async () => {
      const [js, wasm, data, archive] = await Promise.all(
        [
          'Build/bar.framework.js.gz',
          'Build/bar.wasm.br',
          'Build/bar.data.gz',
          'photos.tar.gz',
        ].map((path) => look(path, { 'accept-encoding': 'gzip, br' })),
      );
      expect(js?.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'gzip',
      });
      expect(gunzipSync(js?.rawPayload ?? '').toString()).toBe(script);
      expect(wasm?.headers).toMatchObject({
        'content-type': 'application/wasm',
        'content-encoding': 'br',
      });
      expect(data?.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(data?.rawPayload ?? '')).toEqual(film);
      expect(archive?.headers['content-encoding']).toBeUndefined();
    });

    test('responds with 304 to a client that has the file', async () => {
      const { etag, 'last-modified': date } = (await look('data.json')).headers;
      const known = [
        { 'if-none-match': String(etag) },
        { 'if-none-match': `"other", W/${etag}` },
        { 'if-none-match': '*' },
        { 'if-modified-since': String(date) },
      ];
      for (const headers of known) {
        const response = await look('data.json', headers);
        expect(response).toMatchObject({ statusCode: 304, body: '' });
        expect(response.headers.etag).toBe(etag);
      }
      const other = { 'if-none-match': '"other"', 'if-modified-since': String(date) };
      expect((await look('data.json', other)).statusCode).toBe(200);
    });

    test('serves ranges from memory and from disk', async () => {
      const part = await look('film.mp4', { range: 'bytes=300000-300009' });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe('bytes 300000-300009/700000');
      expect(part.rawPayload.equals(film.subarray(300_000, 300_010))).toBe(true);
      const last = await look('app.3f9c2b1a.js', { range: 'bytes=-5', 'accept-encoding': 'br' });
      expect(last).toMatchObject({ statusCode: 206, body: script.slice(-5) });
      const beyond = await look('film.mp4', { range: 'bytes=700000-' });
      expect(beyond).toMatchObject({ statusCode: 416, body: '' });
      expect(beyond.headers['content-range']).toBe('bytes */700000');
      const changed = await look('film.mp4', { range: 'bytes=0-9', 'if-range': '"other"' });
      expect(changed.statusCode).toBe(200);
      expect(changed.rawPayload.equals(film)).toBe(true);
    });

    test('responds to HEAD with the content length and without a body', async () => {
      for (const [path, bytes] of [
        ['film.mp4', 700_000],
        ['data.json', 13],
        ['empty.txt', 0],
      ] as const) {
        const response = await renderings.host.inject({ method: 'HEAD', url: `/rooftop/${path}` });
        expect(response).toMatchObject({ statusCode: 200, body: '' });
        expect(response.headers['content-length']).toBe(String(bytes));
      }
      expect((await look('empty.txt')).body).toBe('');
    });
  });

  describe('rendering URL', () => {
    test.each(['/rooftop', '/rooftop/', '/rooftop?table=5'])(
      '%s serves the entry page',
      async (url) => {
        const response = await renderings.look(url);
        expect(response.statusCode).toBe(302);
        expect(response.headers.location).toBe(
          `/rooftop/index.html${url.includes('?') ? '?table=5' : ''}`,
        );
      },
    );

    test('the URL of a folder serves its index page, and never a directory listing', async () => {
      expect((await look('about/')).body).toBe('About');
      expect((await look('about')).statusCode).toBe(404);
    });

    test.each([
      '/',
      '/nobody/index.html',
      '/rooftop/gone.html',
      '/rooftop/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/rooftop/..%5c..%5cx',
      '/rooftop/%00',
      '/rooftop/%ff',
      '/rooftop/%',
      '/%/x',
      '//rooftop//',
      '/rooftop/pack',
      '/rooftop/index.json',
      '/.well-known/security.txt',
      `/rooftop/${'x'.repeat(8000)}`,
      '/api/version',
      '/api/orders',
      '/healthz',
      '/files/x',
    ])('%s returns the not-found page', async (url) => {
      const response = await renderings.look(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('There is no page here');
    });

    test('a raw URL with path traversal, which no browser sends, returns the not-found page', async () => {
      await renderings.host.listen({ host: '127.0.0.1', port: 0 });
      const [address] = renderings.host.addresses();
      const port = typeof address === 'object' ? address.port : 0;
      for (const path of [
        '/rooftop/../rooftop/index.html',
        '/../../../etc/passwd',
        '/rooftop/about/../index.html',
      ]) {
        const [response]: IncomingMessage[] = await once(get({ port, path }), 'response');
        response?.resume();
        expect(response?.statusCode, path).toBe(404);
      }
    });

    test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)(
      'a rendering URL rejects the method %s',
      async (method) => {
        const response = await renderings.host.inject({ method, url: '/rooftop/index.html' });
        expect(response.statusCode).toBe(404);
      },
    );
  });

  test('another process sees a change soon, and serves cached data while the database is down', async () => {
    let nowMs = 0;
    let isGone = false;
    const broken = new Proxy(app.db, {
      get: (db, name) => {
        if (isGone) throw new Error('gone');
        const value: unknown = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const live = liveRenderings(broken, () => nowMs);
    const { bundles } = app.deps;
    const other = buildRenderingHost({ live, bundles, warn: () => {} });
    const status = async () => (await other.inject('/soon/index.html')).statusCode;
    expect(await status()).toBe(404);
    await renderings.publish('Soon', makeZip([page('Soon')]));
    nowMs = 1999;
    expect(await status()).toBe(404);
    nowMs = 2000;
    expect(await status()).toBe(200);
    isGone = true;
    nowMs = 60_000;
    expect(await status()).toBe(200);

    const fresh = liveRenderings(broken, () => nowMs);
    const empty = buildRenderingHost({ live: fresh, bundles, warn: () => {} });
    const response = await empty.inject('/soon/index.html');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('cannot be shown now');
    await Promise.all([other.close(), empty.close()]);
  });

  test('a bundle lost from disk returns the not-found page', async () => {
    const { body } = await renderings.publish('Lost', makeZip([page('Lost')]));
    await rm(join(folder, body._id), { recursive: true });
    expect((await renderings.look('/lost/index.html')).statusCode).toBe(404);
    expect((await renderings.folders()).includes(id)).toBe(true);
  });
});

describe('open rendering host', () => {
  const deps: HostDeps = {
    live: { find: () => Promise.resolve(null), forget: () => {} },
    bundles: {
      receive: () => Promise.resolve('received'),
      unpack: () => Promise.resolve({ files: 0, bytes: 0 }),
      forgetUpload: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      listUploads: () => Promise.resolve([]),
      checkWritable: () => Promise.resolve(),
      open: () => Promise.resolve(null),
    },
    warn: () => {},
  };
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  const open = async (environment: Record<string, string>): Promise<OpenRenderingHost> => {
    const host = await openRenderingHost(deps, readEnvironment(environment, '/'));
    opened.push(host);
    return host;
  };
  const statusAt = async (address: string) => (await fetch(`${address}/nobody`)).status;

  /** Occupies a port. */
  async function takePort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(server);
    const address = server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  test('listens on a free port when the dashboard does so', async () => {
    const { address } = await open({ PORT: '0' });
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await statusAt(address)).toBe(404);
  });

  test('uses the configured public URL', async () => {
    const { address } = await open({ PORT: '0', RENDERING_HOST: 'https://pages.example.com/' });
    expect(address).toBe('https://pages.example.com');
  });

  test('uses another port when the default one is taken', async () => {
    const taken = await takePort();
    const { address } = await open({ PORT: String(taken - 1) });
    expect(address).not.toContain(String(taken));
    expect(await statusAt(address)).toBe(404);
  });

  test('fails when the configured port is taken', async () => {
    const taken = String(await takePort());
    await expect(open({ RENDERING_PORT: taken })).rejects.toThrow(
      `Port ${taken}, where the pages of venues are shown, cannot be used (another program has it)`,
    );
  });
});
