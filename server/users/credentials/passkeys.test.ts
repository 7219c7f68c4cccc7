import { beforeEach, describe, expect, test } from 'vitest';
import { passkeyMessages } from '../../../rules/users/sign-in.ts';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { type Claims, makeAuthenticator } from '../../testing/accounts.ts';
import { addOwner, type Reply, type TestOwner, testPassword } from '../../testing/app.ts';
import { app, withApp } from '../../testing/with-app.ts';
import { relyingParty } from './passkeys.ts';

let owner: TestOwner;
let owners = 0;
let device: ReturnType<typeof makeAuthenticator>;

withApp();
beforeEach(async () => {
  app.setNow(new Date());
  await app.db.deleteFrom('rate_limits').execute();
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
  device = makeAuthenticator();
});

const post = (path: string, body?: object, token?: string): Promise<Reply> =>
  app.send('POST', `/api/users/${path}`, {
    ...(body ? { body } : {}),
    ...(token === undefined ? {} : { token }),
  });

const startRegistration = async (): Promise<string> => {
  const { status, body } = await post(
    'me/passkeys/options',
    { password: testPassword },
    owner.token,
  );
  expect(status).toBe(201);
  return body.challenge;
};
const confirm = (challenge: string, claims?: Claims, token = owner.token): Promise<Reply> =>
  post('me/passkeys', { name: 'Laptop', passkey: device.register(challenge, claims) }, token);

async function addPasskey(counter = 0): Promise<string> {
  const { status, body } = await confirm(await startRegistration(), { counter });
  expect(status).toBe(201);
  return body.id;
}

const newChallenge = async (): Promise<string> =>
  (await post('login/passkey/options')).body.challenge;
const signIn = async (claims?: Claims, userId = owner.userId): Promise<Reply> =>
  post('login/passkey', { passkey: device.signIn(await newChallenge(), userId, claims) });
const refusal = { status: 401, body: { passkey: passkeyMessages.refused } };

describe('ROLE-06: a passkey', () => {
  test('signs in as the only step, is listed, and signs in no more once it is removed', async () => {
    const id = await addPasskey();
    const { status, body } = await signIn();
    expect(status).toBe(200);
    const listed = await app.send('GET', '/api/users/me/passkeys', { token: body.token });
    expect(listed.body).toEqual([
      {
        id,
        name: 'Laptop',
        isBackedUp: false,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ]);
    const rename = (name: string, token = owner.token) =>
      app.send('PATCH', `/api/users/me/passkeys/${id}`, { token, body: { name } });
    expect((await rename('  Phone of Kim ')).body).toEqual({
      ...listed.body[0],
      name: 'Phone of Kim',
    });
    expect((await rename('Phone of Kim')).status).toBe(200);
    for (const name of ['', ' ', 'x'.repeat(61), 'two\nlines'])
      expect((await rename(name)).status, name).toBe(400);
    const stranger = await addOwner(app, `Stranger to ${id}`);
    expect((await rename('Mine', stranger.token)).status).toBe(404);
    const remove = (password: string) =>
      post(`me/passkeys/${id}/remove`, { password }, owner.token);
    expect((await remove('a wrong one')).status).toBe(400);
    expect((await remove(testPassword)).status).toBe(200);
    expect((await remove(testPassword)).status).toBe(404);
    expect(await signIn()).toMatchObject(refusal);
    const audit = await app.send('GET', '/api/audit', { token: owner.token });
    expect(audit.body.entries.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'account.passkey_added',
      'account.passkey_removed',
      'account.passkey_renamed',
      'owner.registered',
      'sign_in.failed',
      'sign_in.succeeded',
      'sign_in.succeeded',
    ]);
  });

  test('whose counter has not grown was copied: it is refused and in the activity log', async () => {
    await addPasskey(5);
    expect((await signIn({ counter: 6 })).status).toBe(200);
    expect(await signIn({ counter: 6 })).toMatchObject(refusal);
    expect(await signIn({ counter: 0 })).toMatchObject(refusal);
    const { body } = await app.send('GET', '/api/audit', { token: owner.token });
    expect(
      body.entries.filter(({ action }: { action: string }) => action === 'account.passkey_refused'),
    ).toHaveLength(2);
    expect((await signIn({ counter: 7 })).status).toBe(200);
  });

  test.each<[string, Claims]>([
    ['another origin', { origin: 'http://localhost.example.com' }],
    ['another domain', { rpId: 'example.com' }],
    ['a holder who was not verified', { isVerified: false }],
  ])('of %s is refused', async (_, claims) => {
    expect(await confirm(await startRegistration(), claims)).toMatchObject({
      status: 400,
      body: { passkey: passkeyMessages.notAdded },
    });
    await addPasskey();
    expect(await signIn(claims)).toMatchObject(refusal);
    expect((await signIn()).status).toBe(200);
  });

  test('needs a challenge that works once, for five minutes, for one purpose and account', async () => {
    const stranger = await addOwner(app, `Stranger ${owners}`);
    expect((await confirm(await startRegistration(), {}, stranger.token)).status).toBe(400);
    expect((await confirm(await newChallenge())).status).toBe(400);
    const challenge = await startRegistration();
    expect((await confirm(challenge)).status).toBe(201);
    expect((await confirm(challenge)).status).toBe(400);
    expect((await confirm(await startRegistration())).status).toBe(409);

    const passkey = device.signIn(await newChallenge(), owner.userId);
    const both = await Promise.all([
      post('login/passkey', { passkey }),
      post('login/passkey', { passkey }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const forRegistration = device.signIn(await startRegistration(), owner.userId);
    expect(await post('login/passkey', { passkey: forRegistration })).toMatchObject(refusal);
    const late = device.signIn(await newChallenge(), owner.userId);
    app.setNow(new Date(Date.now() + 5 * 60_000 + 1000));
    expect(await post('login/passkey', { passkey: late })).toMatchObject(refusal);
  });

  test('of another account, of nobody, and one that a stranger signs are refused alike', async () => {
    const stranger = await addOwner(app, `Stranger ${owners}`);
    const id = await addPasskey();
    expect(await signIn({}, stranger.userId)).toMatchObject(refusal);
    expect(await signIn({}, '00000000-0000-4000-8000-000000000000')).toMatchObject(refusal);
    const forged = makeAuthenticator().signIn(await newChallenge(), owner.userId);
    const passkey = { ...forged, id: device.id, rawId: device.id };
    expect(await post('login/passkey', { passkey })).toMatchObject(refusal);
    const removed = await post(
      `me/passkeys/${id}/remove`,
      { password: testPassword },
      stranger.token,
    );
    expect(removed.status).toBe(404);
  });

  test('options of a sign-in name no account and no passkey', async () => {
    await addPasskey();
    const { status, body } = await post('login/passkey/options');
    expect([status, body]).toEqual([
      201,
      {
        challenge: expect.any(String),
        rpId: 'localhost',
        timeout: 300_000,
        userVerification: 'required',
      },
    ]);
  });

  test('of a locked account is refused as its password is', async () => {
    await addPasskey();
    const lock = (at: Date | null) =>
      app.db.updateTable('users').set({ locked_at: at }).where('id', '=', owner.userId).execute();
    await lock(new Date());
    expect(await signIn()).toMatchObject({
      status: 403,
      body: { error: { message: sessionMessages.locked } },
    });
    await lock(null);
    expect((await signIn()).status).toBe(200);
  });

  test('is refused after five wrong attempts for a quarter of an hour', async () => {
    await addPasskey();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await signIn({ isVerified: false })).toMatchObject(refusal);
    expect((await signIn()).status).toBe(429);
  });

  test('stays when codes of an app are turned on', async () => {
    await addPasskey();
    expect((await post('me/totp', { password: testPassword }, owner.token)).status).toBe(201);
    expect((await signIn()).status).toBe(200);
  });

  test('of bad input is refused', async () => {
    const valid = device.signIn(await newChallenge(), owner.userId);
    const withResponse = (changes: object) => ({
      passkey: { ...valid, response: { ...valid.response, ...changes } },
    });
    for (const body of [
      {},
      { passkey: null },
      withResponse({ clientDataJSON: 'bnVsbA' }),
      withResponse({ clientDataJSON: '\u0000' }),
      withResponse({ userHandle: 'AA' }),
      withResponse({ authenticatorData: 'AA' }),
    ])
      expect([400, 401]).toContain((await post('login/passkey', body)).status);
    const large = withResponse({ signature: 'A'.repeat(1_048_576) });
    expect((await post('login/passkey', large)).status).toBe(413);
  });
});

test('passkeys are bound to the public address, and to localhost without one', () => {
  const given = { publicUrl: 'https://bar.example.com:8443' };
  const party = { id: 'bar.example.com', origin: 'https://bar.example.com:8443' };
  expect(relyingParty(given, 'http://localhost:3000')).toEqual(party);
  const local = { publicUrl: null };
  expect(relyingParty(local, 'http://localhost:3000').origin).toBe('http://localhost:3000');
  for (const other of [undefined, 'https://evil.example', 'http://localhost.evil.example'])
    expect(relyingParty(local, other)).toEqual({ id: 'localhost', origin: 'http://localhost' });
});
