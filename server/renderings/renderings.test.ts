import { makeZip, page } from '../testing/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { embeddedBundles } from '../adapters/bundles/local.ts';
import { testRenderings, type TestRenderings } from '../testing/renderings.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';

const folder = withTestFolder();
let renderings: TestRenderings;
let admin: string;
withApp({ deps: { bundles: embeddedBundles(folder) } });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  renderings = testRenderings(app, folder, admin);
});
afterAll(() => renderings.host.close());

const zip = (text: string) => makeZip([page(text)]);
const put = (id: string) => app.send('PUT', `/api/renderings/${id}/restore`, { token: admin });
const remove = (id: string) => app.send('DELETE', `/api/renderings/${id}`, { token: admin });

describe('publishing a rendering', () => {
  test('publishes a public page at a URL derived from the venue name', async () => {
    const at = new Date('2024-05-01T18:00:00Z');
    app.setNow(at);
    const response = await renderings.publish('  My  Bar One ', zip('Welcome'), {
      pathName: 'my_bar_one',
    });
    expect(response).toMatchObject({
      status: 201,
      body: {
        _id: expect.any(String),
        venueName: 'My Bar One',
        pathName: 'my_bar_one',
        entryPagePath: 'index.html',
        deployDate: at.toISOString(),
        url: 'http://pages.example.com/my_bar_one/index.html',
        previous: null,
      },
    });
    expect(await renderings.list()).toEqual([response.body]);
    const shown = await renderings.look(new URL(response.body.url).pathname);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<h1>Welcome</h1>');
    expect(await renderings.folders()).toEqual([response.body._id]);
  });

  test('accepts the fields in any order, and lists the newest rendering first', async () => {
    app.setNow(new Date('2024-05-02T18:00:00Z'));
    const response = await renderings.send([
      ['zipFile', makeZip([{ name: 'pages/start.html', content: 'Start' }]), 'site.zip'],
      ['entryPagePath', 'pages/start.html'],
      ['pathName', 'café_31'],
      ['venueName', 'Cafe\u0301 31'],
    ]);
    expect(response.body).toMatchObject({ venueName: 'Café 31', pathName: 'café_31' });
    expect(response.body.url).toBe('http://pages.example.com/caf%C3%A9_31/pages/start.html');
    expect((await renderings.list())[0]).toEqual(response.body);
    const there = await renderings.look('/caf%C3%A9_31');
    expect(there.headers.location).toBe('/caf%C3%A9_31/pages/start.html');
    expect((await renderings.look(String(there.headers.location))).body).toBe('Start');
  });

  test.each([
    ['../up', 400],
    ['.well-known', 400],
    ['a\u0000b', 400],
    ['API', 400],
    ['   ', 400],
    ['..', 400],
    ['Two\u200bBars', 400],
    ['x'.repeat(101), 400],
    ['x'.repeat(3000), 400],
  ])('rejects a venue named %j, which has no valid path', async (venueName, status) => {
    const response = await renderings.publish(venueName, zip('x'));
    expect(response.status).toBe(status);
    expect(response.body.error.message).toEqual(expect.any(String));
  });

  test.each([
    ['50% Off', '50%25_off'],
    ['Bar #9', 'bar_%239'],
    ['Why Not?', 'why_not%3F'],
    ['Food/Drinks', 'food%2Fdrinks'],
    ['St. James', 'st._james'],
    ['🍸 & 👩\u200d🍳', '%F0%9F%8D%B8_%26_%F0%9F%91%A9%E2%80%8D%F0%9F%8D%B3'],
  ])('publishes the page of %s at the address /%s', async (venueName, address) => {
    const { status, body } = await renderings.publish(venueName, zip('Open'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      venueName,
      url: `http://pages.example.com/${address}/index.html`,
    });
    const there = await renderings.look(`/${address}`);
    expect(there.headers.location).toBe(`/${address}/index.html`);
    expect((await renderings.look(String(there.headers.location))).body).toContain('<h1>Open</h1>');
    expect((await renderings.list()).map(({ url }: { url: string }) => url)).toContain(body.url);
  });

  test.each<[Record<string, string>, number, string]>([
    [{ pathName: 'somewhere_else' }, 400, 'The path name of this venue is fields_bar'],
    [{ entryPagePath: '../index.html' }, 400, 'as it is in the zip'],
    [{ entryPagePath: '/index.html' }, 400, 'as it is in the zip'],
    [{ entryPagePath: 'a//b.html' }, 400, 'as it is in the zip'],
    [{ entryPagePath: '.env' }, 400, 'as it is in the zip'],
    [{ entryPagePath: ' ' }, 400, 'Enter the entry page path'],
    [{ entryPagePath: 'x'.repeat(2001) }, 400, 'entryPagePath is too long'],
    [{ entryPagePath: 'start.html' }, 422, '“start.html” is not in it'],
  ])('rejects a rendering with the fields %o', async (fields, status, message) => {
    const response = await renderings.publish('Fields Bar', zip('x'), fields);
    expect(response.status).toBe(status);
    expect(response.body.error.message).toContain(message);
    expect(await renderings.look('/fields_bar/index.html')).toMatchObject({ statusCode: 404 });
  });

  test.each([
    ['line', '--line\r\ncontent-disposition: form-data; name="venueName"\r\n\r\nBar'],
    [
      'line',
      '--line\r\ncontent-disposition: form-data; name="zipFile"; filename="a.zip"\r\n\r\nPK',
    ],
    ['', 'x'],
    ['x'.repeat(300), 'x'],
  ])('rejects a form that is truncated or has no boundary', async (line, body) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${line}` };
    const response = await app.send('POST', '/api/renderings/create', {
      token: admin,
      headers,
      body,
    });
    expect(response.status).toBe(400);
    expect(response.body.error.message).toEqual(expect.any(String));
  });

  test('rejects a request without a form that contains a zip', async () => {
    const none = await renderings.send([['venueName', 'No Zip Bar']]);
    expect(none.body.error.message).toBe('Choose a zip file');
    const text = await renderings.send([
      ['venueName', 'No Zip Bar'],
      ['zipFile', 'not a file'],
    ]);
    expect(text.body.error.message).toBe('Choose a zip file');
    const other = await renderings.publish('No Zip Bar', Buffer.from('just some text'));
    expect(other).toMatchObject({
      status: 422,
      body: { error: { message: 'Bundle refused: this is not a complete zip file' } },
    });
    const json = await app.send('POST', '/api/renderings/create', {
      token: admin,
      body: { venueName: 'No Zip Bar' },
    });
    expect(json.status).toBe(400);
  });
});

describe('rendering path', () => {
  test('a rendering path belongs to one venue', async () => {
    expect((await renderings.publish('The Pier', zip('The Pier'))).status).toBe(201);
    const other = await renderings.publish('the pier', zip('An impostor'));
    expect(other).toMatchObject({ status: 409, body: { error: { message: 'Name already used' } } });
    expect((await renderings.look('/the_pier/index.html')).body).toContain('The Pier');
  });

  test('a rendering path serves a new bundle at once, and the old one again when that is restored', async () => {
    const seen = async () =>
      /<h1>(.*)<\/h1>/.exec((await renderings.look('/swing/index.html')).body)?.[1];
    const ids: string[] = [];
    for (const [index, name] of ['First', 'Second', 'Third'].entries()) {
      app.setNow(new Date(Date.UTC(2024, 5, 1 + index)));
      const { body } = await renderings.publish('Swing', zip(name));
      expect(await seen()).toBe(name);
      expect(body.previous?.id).toBe(ids.at(-1));
      ids.push(body._id);
    }
    const [first = '', second = '', third = ''] = ids;
    await renderings.work();
    expect(await renderings.folders()).not.toContain(first);
    expect((await put(first)).status).toBe(404);
    expect((await put(third)).status).toBe(404);

    const back = await put(second);
    expect(back.body).toMatchObject({
      _id: second,
      deployDate: '2024-06-02T00:00:00.000Z',
      previous: { id: third, deployDate: '2024-06-03T00:00:00.000Z' },
    });
    expect(await seen()).toBe('Second');
    const stale = await renderings.look('/swing/index.html', {
      'if-modified-since': new Date('2024-06-03T00:00:00Z').toUTCString(),
    });
    expect(stale.statusCode).toBe(200);
    expect((await put(third)).body).toMatchObject({ _id: third, previous: { id: second } });
    expect(await seen()).toBe('Third');
  });

  test('a page at a path that is no longer accepted is shown, and replaced under its name', async () => {
    const { body: old } = await renderings.publish('Half Off', zip('Old'));
    await app.db
      .updateTable('renderings')
      .set({ venue_name: 'Half\u200bOff', path_name: 'half\u200boff' })
      .where('id', '=', old._id)
      .execute();
    app.deps.live.forget();
    const seen = async () => (await renderings.look('/half%E2%80%8Boff/index.html')).body;
    expect(await seen()).toContain('<h1>Old</h1>');

    const { status, body } = await renderings.publish('Half\u200bOff', zip('New'));
    expect(status).toBe(201);
    expect(body).toMatchObject({ pathName: 'half\u200boff', previous: { id: old._id } });
    expect(await seen()).toContain('<h1>New</h1>');
    expect((await put(old._id)).status).toBe(200);
    expect((await renderings.publish('HALF\u200bOFF', zip('x'))).status).toBe(409);

    expect((await remove(old._id)).status).toBe(200);
    const again = await renderings.publish('Half\u200bOff', zip('x'));
    expect(again.status).toBe(400);
    expect(again.body.error.message).toContain('no invisible characters');
  });

  test('a rendering path is free again when its rendering is deleted, without leftovers', async () => {
    const { body: old } = await renderings.publish('Gone Bar', zip('Old'));
    const { body: now } = await renderings.publish('Gone Bar', zip('New'));
    expect((await remove(old._id)).status).toBe(404);
    expect((await remove(now._id)).body).toEqual({ deleted: true });
    expect((await renderings.look('/gone_bar/index.html')).statusCode).toBe(404);
    expect((await remove(now._id)).status).toBe(404);
    expect((await put(old._id)).status).toBe(404);
    expect((await renderings.list()).map(({ _id }: { _id: string }) => _id)).not.toContain(now._id);
    await renderings.work();
    const left = await renderings.folders();
    for (const id of [old._id, now._id]) expect(left).not.toContain(id);
    expect((await renderings.publish('GONE BAR', zip('Another'))).status).toBe(201);
  });

  test('of two concurrent publications to one path one wins, each with its complete bundle', async () => {
    const responses = await Promise.all(
      ['Race', 'RACE', 'Race', 'RACE'].map((name) => renderings.publish(name, zip(name))),
    );
    const won = responses.filter(({ status }) => status === 201).map(({ body }) => body.venueName);
    expect(new Set(won).size).toBe(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await renderings.look('/race/index.html')).body).toContain(`<h1>${won[0]}</h1>`);
  });
});

test('publishing, restoring and deleting a rendering are audited', async () => {
  const { body: first } = await renderings.publish('Trail Bar', zip('1'));
  const { body: second } = await renderings.publish('Trail Bar', zip('2'));
  await put(first._id);
  await remove(first._id);
  expect(second._id).not.toBe(first._id);
  const { body } = await app.send('GET', '/api/audit?search=Trail%20Bar', { token: admin });
  expect(body.entries.map(({ action }: { action: string }) => action).sort()).toEqual([
    'rendering.created',
    'rendering.created',
    'rendering.deleted',
    'rendering.restored',
  ]);
  const publication = body.entries.find(
    ({ action }: { action: string }) => action === 'rendering.created',
  );
  expect(publication).toMatchObject({
    target: 'rendering of Trail Bar',
    newValue: { pathName: 'trail_bar', entryPagePath: 'index.html', files: 1 },
  });
});
