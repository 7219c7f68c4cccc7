import { beforeEach, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, type Reply, type TestOwner, testPassword } from '../testing/app.ts';

let owner: TestOwner;
let owners = 0;

withApp();
beforeEach(async () => {
  app.setNow(new Date());
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
});

const list = (token = owner.token): Promise<Reply> =>
  app.send('GET', '/api/users/me/sessions', { token });
const end = (id: string, token = owner.token): Promise<Reply> =>
  app.send('DELETE', `/api/users/me/sessions/${id}`, { token });
const isSignedIn = async (token: string): Promise<boolean> => (await list(token)).status === 200;

async function signInWith(userAgent: string): Promise<string> {
  const body = { email: owner.email, password: testPassword };
  const headers = { 'user-agent': userAgent };
  return (await app.send('POST', '/api/users/login', { body, headers })).body.token;
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('sessions are listed with their device and network, this one first', async () => {
  const inMinutes = (minutes: number): void => app.setNow(new Date(Date.now() + minutes * 60_000));
  inMinutes(1);
  const second = await signInWith(firefox);
  inMinutes(2);
  await signInWith('');
  const { body, text } = await list();
  expect(body).toMatchObject([
    { isCurrent: true },
    { device: null, isCurrent: false },
    { device: 'Firefox on Windows', network: '127.0.0.1', isCurrent: false },
  ]);
  expect(text).not.toMatch(/bba_|token/);
  inMinutes(3);
  await app.send('POST', '/api/users/session/renew', { token: second });
  expect((await list()).body[1]).toMatchObject({ device: 'Firefox on Windows' });
});

test.each([
  ['', null],
  ['curl/8.5.0', null],
  ['Chrome/140 '.repeat(800), 'Chrome'],
])('the device of a session with the header %.20j', async (userAgent, device) => {
  const token = await signInWith(userAgent);
  const current = (await list(token)).body.find(({ isCurrent }: any) => isCurrent);
  expect(current.device).toBe(device);
  const { user_agent: stored } = await app.db
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', current.id)
    .executeTakeFirstOrThrow();
  expect((stored ?? '').length).toBeLessThanOrEqual(300);
});

test('one session is ended, and its tokens stop working', async () => {
  const other = await signInWith(firefox);
  const [{ id }] = (await list()).body.filter(({ isCurrent }: any) => !isCurrent);
  expect(await end(id)).toMatchObject({ status: 200, body: { ended: true } });
  expect([await isSignedIn(other), await isSignedIn(owner.token)]).toEqual([false, true]);
  expect((await end(id)).status).toBe(404);
});

test('the other sessions are ended together', async () => {
  const others = [await signInWith(firefox), await signInWith(firefox)];
  const endOthers = () => app.send('DELETE', '/api/users/me/sessions', { token: owner.token });
  expect((await endOthers()).body).toEqual({ ended: 2 });
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
  expect(await isSignedIn(owner.token)).toBe(true);
  expect((await endOthers()).body).toEqual({ ended: 0 });
  const { body } = await app.send('GET', '/api/audit', { token: owner.token });
  expect(body.entries).toContainEqual(
    expect.objectContaining({ action: 'account.sessions_ended', newValue: { sessions: 2 } }),
  );
});

test('sessions of another account are neither listed nor ended', async () => {
  const stranger = await addOwner(app, `Stranger ${owners}`);
  const [theirs] = (await list(stranger.token)).body;
  expect((await list()).body.map(({ id }: { id: string }) => id)).not.toContain(theirs.id);
  expect((await end(theirs.id)).status).toBe(404);
  expect((await end('no-id')).status).toBe(404);
  await app.send('DELETE', '/api/users/me/sessions', { token: owner.token });
  expect(await isSignedIn(stranger.token)).toBe(true);
});
