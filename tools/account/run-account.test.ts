/** npm run account as the operator sees it. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { addOwner, testPassword } from '../../server/testing/app.ts';
import { app, owner, withApp } from '../../server/testing/with-app.ts';
import { runHere } from '../testing/run-here.ts';
import { runAccount } from './run-account.ts';

const folder = withTestFolder();
withApp({ owner: 'Tiki' });

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, out, err } = await runHere((terminal) => runAccount(args, terminal), {
    environment: { DATABASE_URL: app.databaseUrl, PUBLIC_URL: 'https://bar.example.com' },
    folder,
  });
  return { code, text: (out + err).trimEnd() };
}

const password = 'a quiet tuesday bar';
const signIn = (email: string) =>
  app.send('POST', '/api/users/login', { body: { email, password } });

async function setPassword(printed: string): Promise<number> {
  const [, token] = /https:\/\/bar\.example\.com\/reset-password#(\w+)$/.exec(printed) ?? [];
  const body = { token, password, password2: password };
  return (await app.send('POST', '/api/users/password/reset', { body })).status;
}

const actionsOf = async (target: string): Promise<string[]> =>
  (
    await app.db
      .selectFrom('audit')
      .select('action')
      .where('target', '=', target)
      .where('address', '=', 'command line')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

test('a link sets the password of an account that has lost it, and works once', async () => {
  const { code, text } = await run('reset-password', 'TIKI@example.com');
  expect([code, await setPassword(text)]).toEqual([0, 200]);
  expect((await signIn(owner.email)).status).toBe(200);
  expect(await setPassword(text)).toBe(410);
});

test('an owner and a super administrator are created, and set their own password', async () => {
  const made = await run('create', 'new@example.com', '--name', 'New', '--venue', 'New Bar');
  expect([made.code, await setPassword(made.text)]).toEqual([0, 200]);
  const { body } = await signIn('new@example.com');
  const { sub } = decodeJwt(body.token);
  const venues = await app.send('GET', `/api/users/${sub}/venues`, { token: body.token });
  expect(Object.values(venues.body)).toEqual([expect.objectContaining({ name: 'New Bar' })]);
  const admin = await run('create', 'boss@example.com', '--admin');
  expect([admin.code, await setPassword(admin.text)]).toEqual([0, 200]);
  const { token } = (await signIn('boss@example.com')).body;
  expect((await app.send('GET', '/api/admins/owners', { token })).status).toBe(200);
  expect(await actionsOf('account boss@example.com')).toEqual(['account.created']);
  expect(await run('create', 'Boss@example.com', '--admin')).toMatchObject({
    code: 1,
    text: 'There is an account with the email Boss@example.com already.',
  });
});

test('a locked account is signed out until it is unlocked, which the audit log says', async () => {
  const { email } = await addOwner(app, 'Locked');
  await run('reset-password', email).then(({ text }) => setPassword(text));
  const { token } = (await signIn(email)).body;
  const isSignedIn = async () =>
    (await app.send('GET', '/api/users/me/sessions', { token })).status === 200;
  expect(await isSignedIn()).toBe(true);
  expect((await run('lock', email)).code).toBe(0);
  expect([await isSignedIn(), (await signIn(email)).status]).toEqual([false, 403]);
  expect((await run('list', 'locked')).text).toBe(`${email}  owner  Locked  locked`);
  expect((await run('unlock', email)).code).toBe(0);
  expect([await isSignedIn(), (await signIn(email)).status]).toEqual([false, 200]);
  expect((await run('sign-out', email)).text).toBe(`Ended 1 session of ${email}.`);
  expect(await actionsOf(`account ${email}`)).toEqual([
    'account.locked',
    'account.unlocked',
    'account.sessions_ended',
  ]);
});

test('a lost second factor is turned off', async () => {
  const { userId, email } = await addOwner(app, 'Lost phone');
  expect(await run('reset-second-factor', email)).toEqual({
    code: 1,
    text: `${email} has no second factor and no passkey.`,
  });
  const at = new Date();
  await app.db
    .insertInto('credentials')
    .values({
      user_id: userId,
      id: userId,
      kind: 'totp',
      secret: Buffer.alloc(60),
      created_at: at,
      confirmed_at: at,
    })
    .execute();
  const signInAs = () =>
    app.send('POST', '/api/users/login', { body: { email, password: testPassword } });
  expect((await signInAs()).status).toBe(202);
  expect((await run('reset-second-factor', email)).code).toBe(0);
  expect((await signInAs()).status).toBe(200);
});

describe('refuses with a message', () => {
  test.each([
    [['lock', 'nobody@example.com'], 'There is no account with the email nobody@example.com.'],
    [['create', 'no email', '--admin'], 'no email is not an email address.'],
    [['create', 'x@example.com', '--name', 'X'], 'npm run account -- list'],
    [['create', 'x@example.com', '--admin', '--venue', 'X'], 'npm run account -- list'],
    [['constructor', 'x@example.com'], 'npm run account -- list'],
    [['lock'], 'npm run account -- list'],
    [['lock', 'a@example.com', 'b@example.com'], 'npm run account -- list'],
    [['lock', '--force'], "Unknown option '--force'"],
    [[], 'npm run account -- list'],
  ])('%j', async (args, message) => {
    const { code, text } = await run(...args);
    expect([code, text]).toEqual([1, expect.stringContaining(message)]);
  });

  test('a search of wildcards is taken literally', async () => {
    expect((await run('list', '%')).text).toBe('There are no such accounts.');
  });
});
