import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { addOwner, type Reply, type TestOwner, testPassword } from '../../testing/app.ts';
import { collideInOrder } from '../../testing/services/load.ts';
import { app, withApp } from '../../testing/with-app.ts';

const stepMs = 30_000;
/** Start of a step, so that the tests know how far the next one is. */
const startMs = Math.floor(Date.now() / stepMs) * stepMs;

let owner: TestOwner;
let owners = 0;

withApp();
beforeEach(async () => {
  atStep(0);
  await app.db.deleteFrom('rate_limits').execute();
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
});

const atStep = (step: number): void => app.setNow(new Date(startMs + step * stepMs));
const codeOf = (secret: string, step: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: startMs + step * stepMs });

const post = (path: string, body: object, token = owner.token): Promise<Reply> =>
  app.send('POST', `/api/users/${path}`, { body, token });
const signIn = (): Promise<Reply> =>
  app.send('POST', '/api/users/login', { body: { email: owner.email, password: testPassword } });
const verify = (challenge: string, code: string): Promise<Reply> =>
  app.send('POST', '/api/users/login/second-factor', { body: { challenge, code } });

/** Turns the second factor on at step 0, and returns its secret and its recovery codes. */
async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await post('me/totp', { password: testPassword });
  expect(started.status).toBe(201);
  const { secret } = started.body;
  const confirmed = await post('me/totp/confirm', { code: codeOf(secret, 0) });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const challengeOf = async (): Promise<string> => (await signIn()).body.challenge;

describe('ROLE-09: an account without a second factor', () => {
  test('signs in as before, also while a secret is not confirmed', async () => {
    expect(await signIn()).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    await post('me/totp', { password: testPassword });
    expect((await signIn()).status).toBe(200);
    expect((await app.send('GET', '/api/users/me/totp', { token: owner.token })).body).toEqual({
      isOn: false,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
  });
});

describe('ROLE-07: a code of the app', () => {
  test('is asked for after the password, and starts a session', async () => {
    const { secret } = await turnOn();
    atStep(1);
    const first = await signIn();
    expect([first.status, first.body]).toEqual([
      202,
      { step: 'secondFactor', challenge: expect.any(String) },
    ]);
    expect((await app.send('GET', '/api/audit', { token: first.body.challenge })).status).toBe(401);
    const { status, body } = await verify(first.body.challenge, codeOf(secret, 1));
    expect(status).toBe(200);
    expect((await app.send('GET', '/api/audit', { token: body.token })).status).toBe(200);
  });

  test('works once', async () => {
    const { secret } = await turnOn();
    // The code that turned it on is used up.
    expect((await verify(await challengeOf(), codeOf(secret, 0))).status).toBe(401);
    atStep(1);
    const challenge = await challengeOf();
    const both = await Promise.all([
      verify(challenge, codeOf(secret, 1)),
      verify(challenge, codeOf(secret, 1)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('of a clock that differs by %d steps: %d', async (drift, status) => {
    const { secret } = await turnOn();
    atStep(10);
    expect((await verify(await challengeOf(), codeOf(secret, 10 + drift))).status).toBe(status);
  });

  test('is refused after five wrong ones for a quarter of an hour', async () => {
    const { secret } = await turnOn();
    atStep(5);
    const challenge = await challengeOf();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await verify(challenge, '000000')).toMatchObject({
        status: 401,
        body: { code: sessionMessages.wrongCode },
      });
    expect((await verify(challenge, codeOf(secret, 5))).status).toBe(429);
    expect((await verify(await challengeOf(), codeOf(secret, 5))).status).toBe(429);
    await app.db.deleteFrom('rate_limits').execute();
    expect((await verify(challenge, codeOf(secret, 5))).status).toBe(200);
  });

  test('comes within five minutes of the password', async () => {
    const { secret } = await turnOn();
    atStep(1);
    const challenge = await challengeOf();
    atStep(12);
    expect((await verify(challenge, codeOf(secret, 12))).status).toBe(401);
  });

  test('does not follow a password that the account no longer has', async () => {
    const { secret, recoveryCodes } = await turnOn();
    atStep(1);
    const challenge = await challengeOf();
    const password = 'a quiet tuesday bar';
    const form = { currentPassword: testPassword, password, password2: password };
    expect((await post('password/change', form)).status).toBe(200);
    for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? ''])
      expect(await verify(challenge, code)).toMatchObject({
        status: 401,
        body: { error: { message: sessionMessages.pleaseLogIn } },
      });
    const credentials = { email: owner.email, password };
    const { body } = await app.send('POST', '/api/users/login', { body: credentials });
    // Neither of the codes is used up.
    expect((await verify(body.challenge, codeOf(secret, 1))).status).toBe(200);
    expect((await verify(body.challenge, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test.each(['', 'x'.repeat(41), '\u0000', '١٢٣٤٥٦', '12345', '1'.repeat(16)])(
    'of bad input is refused: %j',
    async (code) => {
      await turnOn();
      const { status } = await verify(await challengeOf(), code);
      expect([400, 401]).toContain(status);
    },
  );

  test('and a forged challenge, a login token or that of another account are refused', async () => {
    const { secret } = await turnOn();
    atStep(1);
    const stranger = await addOwner(app, `Stranger ${owners}`);
    for (const challenge of ['x', owner.token, stranger.token, 'e30.e30.e30'])
      expect((await verify(challenge, codeOf(secret, 1))).status).toBe(401);
  });
});

describe('recovery codes', () => {
  test('are ten, of which each works once', async () => {
    const { recoveryCodes } = await turnOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await verify(await challengeOf(), first)).status).toBe(200);
    expect((await verify(await challengeOf(), first)).status).toBe(401);
    const { status, body } = await verify(await challengeOf(), second.toUpperCase());
    expect(status).toBe(200);
    expect((await app.send('GET', '/api/users/me/totp', { token: body.token })).body).toEqual({
      isOn: true,
      recoveryCodesLeft: 8,
      isRequired: false,
    });
  });

  test('and the secret are stored as hashes and encrypted', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const rows = await app.db
      .selectFrom('credentials')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .execute();
    const stored = rows.map((row) => row.secret.toString('latin1')).join(' ');
    expect(rows).toHaveLength(11);
    for (const value of [secret, ...recoveryCodes]) expect(stored).not.toContain(value);
  });
});

describe('turning the second factor on and off', () => {
  test('needs the password and a right code, and ends the other sessions', async () => {
    expect((await post('me/totp', { password: 'a wrong one' })).body).toEqual({
      password: sessionMessages.passwordIncorrect,
    });
    expect((await post('me/totp/confirm', { code: '123456' })).status).toBe(404);
    const other = await app.login(owner.email);
    const { body } = await post('me/totp', { password: testPassword });
    expect((await post('me/totp/confirm', { code: '000000' })).body).toEqual({
      code: sessionMessages.wrongCode,
    });
    expect((await post('me/totp/confirm', { code: codeOf(body.secret, 1) })).status).toBe(200);
    expect((await app.send('GET', '/api/audit', { token: other })).status).toBe(401);
    expect((await post('me/totp', { password: testPassword })).status).toBe(409);
    expect((await post('me/totp/confirm', { code: codeOf(body.secret, 1) })).status).toBe(409);
  });

  test('off needs the password; afterwards the password alone signs in', async () => {
    expect((await post('me/totp/remove', { password: testPassword })).status).toBe(404);
    await turnOn();
    expect((await post('me/totp/remove', { password: 'a wrong one' })).status).toBe(400);
    expect((await post('me/totp/remove', { password: testPassword })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const { body } = await app.send('GET', '/api/audit', { token: owner.token });
    expect(body.entries.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'account.second_factor_off',
      'account.second_factor_on',
      'owner.registered',
      'sign_in.succeeded',
      'sign_in.succeeded',
    ]);
  });

  test.each([
    ['confirmed', 'started again', ['me/totp/confirm', 'me/totp'], [200, 409], [true, 10]],
    ['started again', 'confirmed', ['me/totp', 'me/totp/confirm'], [201, 400], [false, 0]],
    ['confirmed', 'removed', ['me/totp/confirm', 'me/totp/remove'], [200, 200], [false, 0]],
  ])(
    'a factor that is at once %s and %s is as the second request finds it',
    async (_first, _then, paths, statuses, [isOn, recoveryCodesLeft]) => {
      const { body } = await post('me/totp', { password: testPassword });
      const form = { code: codeOf(body.secret, 0) };
      const requests = paths.map((path) => () => {
        return post(path, path === 'me/totp/confirm' ? form : { password: testPassword });
      });
      const lock = sql`select from credentials where user_id = ${owner.userId} for update`;
      const replies = await collideInOrder(app, lock, requests);
      expect(replies.map(({ status }) => status)).toEqual(statuses);
      const shown = await app.send('GET', '/api/users/me/totp', { token: owner.token });
      expect(shown.body).toEqual({ isOn, recoveryCodesLeft, isRequired: false });
    },
  );

  test('a lost SECRETS_KEY leaves the recovery codes', async () => {
    const { secret, recoveryCodes } = await turnOn();
    await app.db
      .updateTable('credentials')
      .set({ secret: Buffer.alloc(60) })
      .where('user_id', '=', owner.userId)
      .where('kind', '=', 'totp')
      .execute();
    atStep(1);
    expect((await verify(await challengeOf(), codeOf(secret, 1))).status).toBe(401);
    expect((await verify(await challengeOf(), recoveryCodes[0] ?? '')).status).toBe(200);
  });
});
