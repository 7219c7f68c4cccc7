import { hostileZips, makeZip, page } from '../testing/files.ts';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { embeddedBundles } from '../adapters/bundles/local.ts';
import { sendOnOneConnection } from '../testing/services/load.ts';
import { makeForm, testRenderings, type TestRenderings } from '../testing/renderings.ts';
import { sweepBundles } from './renderings.ts';
import { newId } from '../shared/ids.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';

const folder = withTestFolder();
const bundles = embeddedBundles(folder);
let admin: string;
let renderings: TestRenderings;
let mine: string;
withApp({ deps: { bundles } });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  renderings = testRenderings(app, folder, admin);
  mine = (await renderings.publish('Rooftop', makeZip([page('Rooftop')]))).body._id;
});
afterAll(() => renderings.host.close());

const expectNothingChanged = async () => {
  expect(await renderings.folders()).toEqual([mine]);
  expect((await renderings.look('/rooftop/index.html')).body).toContain('<h1>Rooftop</h1>');
};

describe('hostile bundles, rejected without leftovers', () => {
  test.each(Object.entries(hostileZips))('%s', async (_, { make, says }) => {
    const response = await renderings.publish('Rooftop', make());
    expect(response.status, response.text).toBe(422);
    expect(response.body.error.message).toMatch(/^Bundle refused: /);
    expect(response.body.error.message).toContain(says);
    await expectNothingChanged();
  });
});

test('ignores files that operating systems add, and accepts the bundle', async () => {
  const zip = makeZip([
    { name: 'assets/', mode: 0o040755 },
    page('Finder'),
    { name: '.DS_Store', content: 'x' },
    { name: '__MACOSX/._index.html', content: 'x' },
    { name: 'assets/.env', content: 'SECRET=1' },
    { name: 'Größe.txt', content: 'L', flags: 0 },
  ]);
  const { body } = await renderings.publish('Finder Bar', zip);
  expect(body.pathName).toBe('finder_bar');
  expect((await renderings.look('/finder_bar/index.html')).statusCode).toBe(200);
  expect((await renderings.look('/finder_bar/Gr%C3%B6%C3%9Fe.txt')).body).toBe('L');
  for (const path of ['.DS_Store', '__MACOSX/._index.html', 'assets/.env', 'assets/', 'assets']) {
    expect((await renderings.look(`/finder_bar/${path}`)).statusCode, path).toBe(404);
  }
  await app.send('DELETE', `/api/renderings/${body._id}`, { token: admin });
  await renderings.work();
});

test('accepts a bundle of 5,000 files, deep folders and unusual names', async () => {
  const names = [
    'a b#?%.html',
    '🍸 menu.html',
    `${'deep/'.repeat(90)}x.js`,
    '__proto__',
    'constructor',
  ];
  const many = Array.from({ length: 4994 }, (_, at) => ({ name: `${at}.txt`, content: `${at}` }));
  const zip = makeZip([page('Many'), ...names.map((name) => ({ name, content: name })), ...many]);
  const { body } = await renderings.publish('Many Bar', zip);
  for (const name of names) {
    const path = name.split('/').map(encodeURIComponent).join('/');
    expect((await renderings.look(`/many_bar/${path}`)).body).toBe(name);
  }
  expect((await renderings.look('/many_bar/4993.txt')).body).toBe('4993');
  await app.send('DELETE', `/api/renderings/${body._id}`, { token: admin });
  await renderings.work();
});

describe('bundle upload', () => {
  let url: { hostname: string; port: number };
  beforeAll(async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const [address] = app.app.addresses();
    if (typeof address !== 'object') throw new Error('It does not listen');
    url = { hostname: address.address, port: address.port };
  });
  const head = (contentType: string, length: string) =>
    [
      'POST /api/renderings/create HTTP/1.1',
      'host: bar',
      `authorization: Bearer ${admin}`,
      `content-type: ${contentType}`,
      length,
      '\r\n',
    ].join('\r\n');
  beforeEach(expectNothingChanged);
  afterAll(expectNothingChanged);

  test('rejects an upload with a declared size over 100 MB before it is sent', async () => {
    const { contentType } = makeForm([]);
    const socket = connect(url.port, url.hostname);
    socket.write(head(contentType, 'content-length: 200000000'));
    const [response]: Buffer[] = await new Promise((resolve) => {
      socket.once('data', (...data) => resolve(data));
    });
    expect(String(response)).toMatch(/^HTTP\/1.1 413 /);
    expect(String(response)).toContain('at most 100 MB');
    socket.destroy();
  });

  test('cuts off an upload without a declared size at 100 MB', async () => {
    const { contentType, payload } = makeForm([
      ['venueName', 'Rooftop'],
      ['zipFile', '', 'site.zip'],
    ]);
    const opening = payload.subarray(
      0,
      payload.indexOf('\r\n\r\n', payload.indexOf('zipFile')) + 4,
    );
    const piece = Buffer.alloc(1024 ** 2);
    const chunk = (content: Buffer) =>
      Buffer.concat([
        Buffer.from(`${content.length.toString(16)}\r\n`),
        content,
        Buffer.from('\r\n'),
      ]);
    const socket = connect(url.port, url.hostname);
    // The server closes the connection midway.
    socket.on('error', () => {});
    const responded = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)));
    });
    socket.write(head(contentType, 'transfer-encoding: chunked'));
    socket.write(chunk(opening));
    for (let sent = 0; sent < 102 && !socket.destroyed; sent += 1) {
      const isTaken = socket.write(chunk(piece));
      if (!isTaken) await new Promise((resolve) => socket.once('drain', resolve));
    }
    expect(await responded).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test.each([100_000, 1_000_000, 20_000_000])(
    'an upload of %d bytes that is refused midway receives the error, and its connection is used again',
    async (size) => {
      const noSpace = Object.assign(new Error('write'), {
        code: 'ENOSPC',
        syscall: 'write',
        errno: -28,
      });
      const receive = vi.spyOn(bundles, 'receive').mockImplementation(async (_id, file) => {
        await once(file, 'readable');
        throw noSpace;
      });
      const { contentType, payload } = makeForm([
        ['venueName', 'Rooftop'],
        ['zipFile', Buffer.alloc(size), 'site.zip'],
      ]);
      const headers = { authorization: `Bearer ${admin}`, 'content-type': contentType };
      const options = { ...url, path: '/api/renderings/create', headers };
      expect(await sendOnOneConnection(options, payload)).toEqual(
        [false, true, true].map((isReused) => ({ status: 507, isReused })),
      );
      receive.mockRestore();
    },
  );

  test('an aborted upload leaves nothing behind', async () => {
    const { contentType, payload } = makeForm([
      ['venueName', 'Rooftop'],
      ['zipFile', Buffer.alloc(500_000), 'site.zip'],
    ]);
    const gone = new Promise<void>((resolve) => {
      app.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
    });
    const socket = connect(url.port, url.hostname);
    socket.write(head(contentType, `content-length: ${payload.length}`));
    await new Promise((resolve) => socket.write(payload.subarray(0, 300_000), resolve));
    await expect.poll(() => renderings.folders()).toHaveLength(2);
    socket.destroy();
    await gone;
    await expect.poll(() => renderings.folders()).toEqual([mine]);
  });

  test('an upload without a token is never written to disk', async () => {
    const { contentType, payload } = makeForm([['zipFile', makeZip([page()]), 'site.zip']]);
    const response = await app.send('POST', '/api/renderings/create', {
      body: payload,
      headers: { 'content-type': contentType },
    });
    expect(response.status).toBe(401);
  });
});

test('the sweep removes uploads left by a crash, but no published bundle', async () => {
  const abandon = async (made: boolean) => {
    const id = newId(new Date());
    const upload = join(folder, `upload-${id}`);
    await mkdir(upload);
    await writeFile(join(upload, 'bundle.zip'), 'half');
    if (made) await mkdir(join(folder, id));
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(upload, longAgo, longAgo);
    return id;
  };
  const stuck = await abandon(false);
  await abandon(true);
  // Simulates a crash after publishing, before the upload was deleted.
  const upload = join(folder, `upload-${mine}`);
  await mkdir(upload);
  await utimes(upload, new Date(0), new Date(0));
  const underWay = `upload-${newId(new Date())}`;
  await mkdir(join(folder, underWay));

  // One that cannot be removed does not hold up the others.
  const { bundles } = app.deps;
  const remove = (id: string) =>
    id === stuck ? Promise.reject(new Error('Busy')) : bundles.remove(id);
  const deps = { ...app.deps, db: app.db, bundles: { ...bundles, remove } };
  await expect(sweepBundles(deps)).rejects.toThrow('Busy');
  expect((await renderings.folders()).sort()).toEqual([mine, `upload-${stuck}`, underWay].sort());

  await sweepBundles({ ...app.deps, db: app.db });
  expect((await renderings.folders()).sort()).toEqual([mine, underWay].sort());
  await rm(join(folder, underWay), { recursive: true });
  await expectNothingChanged();
});
