import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SigningKey } from '../shared/encryption.ts';
import {
  addOwner,
  type Reply,
  startTestApp,
  type TestApp,
  type TestOwner,
  testPassword,
} from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';
import { signChallenge, verifyChallenge } from './authenticate.ts';

describe('sessions', () => {
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

  const firefox =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('accounts sign in at the same time', async () => {
    const others = await Promise.all([1, 2, 3, 4].map((nth) => addOwner(app, `Busy ${nth}`)));
    const signIns = [owner, ...others].flatMap(({ email }) => [email, email]);
    const answers = await Promise.all(
      signIns.map((email) =>
        app.send('POST', '/api/users/login', { body: { email, password: testPassword } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(signIns.map(() => 200));
  });

  test('sessions are listed with their device and network, this one first', async () => {
    const inMinutes = (minutes: number): void =>
      app.setNow(new Date(Date.now() + minutes * 60_000));
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
});

describe('session tokens', () => {
  withApp();

  const renew = (token: string) => app.send('POST', '/api/users/session/renew', { token });

  describe('user session', () => {
    test('accepts both tokens of a session, with and without Bearer', async () => {
      const { token, userId } = await addOwner(app, 'Ivy');
      const apiToken = String(decodeJwt(token)['rotoken']);
      for (const authorization of [token, `Bearer ${token}`, apiToken, `Bearer ${apiToken}`]) {
        const response = await app.send('GET', `/api/users/${userId}/venues`, {
          headers: { authorization },
        });
        expect(response.status).toBe(200);
      }
    });

    test('logout invalidates both tokens of a session at once', async () => {
      const { token, userId } = await addOwner(app, 'Jo');
      const apiToken = String(decodeJwt(token)['rotoken']);
      expect((await app.send('POST', '/api/users/logout', { token })).status).toBe(200);
      for (const gone of [token, apiToken]) {
        const response = await app.send('GET', `/api/users/${userId}/venues`, { token: gone });
        expect(response).toMatchObject({
          status: 401,
          body: { error: { message: 'Please sign in' } },
        });
      }
    });

    test("a session expires on time, also by the server's clock", async () => {
      const { token, userId } = await addOwner(app, 'Kit');
      const apiToken = String(decodeJwt(token)['rotoken']);
      app.setNow(new Date(Date.now() + 13 * 3_600_000));
      for (const old of [token, apiToken]) {
        expect((await app.send('GET', `/api/users/${userId}/venues`, { token: old })).status).toBe(
          401,
        );
      }
      app.setNow(new Date());
    });

    test('renewing a session extends it to twelve hours from then, and keeps its API token', async () => {
      const { token, userId } = await addOwner(app, 'Max');
      const apiToken = String(decodeJwt(token)['rotoken']);
      const venues = async (by: string) =>
        (await app.send('GET', `/api/users/${userId}/venues`, { token: by })).status;
      const start = Date.now();
      try {
        app.setNow(new Date(start + 11 * 3_600_000));
        const renewed = await renew(token);
        expect(renewed.status).toBe(200);
        const claims = decodeJwt(renewed.body.token);
        expect(claims).toMatchObject({ ...decodeJwt(token), iat: claims.iat, exp: claims.exp });
        expect((claims.exp ?? 0) * 1000).toBeGreaterThan(start + 22.9 * 3_600_000);
        app.setNow(new Date(start + 20 * 3_600_000));
        expect(await venues(token)).toBe(401);
        expect(await venues(renewed.body.token)).toBe(200);
        expect(await venues(apiToken)).toBe(200);
        // By the other token too.
        expect((await renew(apiToken)).status).toBe(200);
        app.setNow(new Date(start + 31 * 3_600_000));
        expect(await venues(apiToken)).toBe(200);
      } finally {
        app.setNow(new Date());
      }
    });

    test('a session ends 30 days after its sign-in, however often it is renewed', async () => {
      let { token } = await addOwner(app, 'Nan');
      const start = Date.now();
      try {
        for (let hours = 11; hours < 30 * 24; hours += 11) {
          app.setNow(new Date(start + hours * 3_600_000));
          const renewed = await renew(token);
          expect(renewed.status).toBe(200);
          token = renewed.body.token;
        }
        const lasts = (decodeJwt(token).exp ?? 0) * 1000 - start;
        expect(lasts / 86_400_000).toBeCloseTo(30, 1);
        app.setNow(new Date(start + 30.1 * 86_400_000));
        expect((await renew(token)).status).toBe(401);
      } finally {
        app.setNow(new Date());
      }
    });

    test('a session that was ended is not renewed', async () => {
      const { token } = await addOwner(app, 'Oli');
      await app.send('POST', '/api/users/logout', { token });
      expect((await renew(token)).status).toBe(401);
    });

    test('rejects a forged session token', async () => {
      const { token, userId } = await addOwner(app, 'Lee');
      const claims = { ...decodeJwt(token), accountType: 'SUPER_ADMIN' };
      const forged = [
        new UnsecuredJWT(claims).encode(),
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('x'.repeat(40))),
        `${token.slice(0, -4)}AAAA`,
        'garbage',
        'bba_garbage',
        'bbu_garbage',
      ];
      for (const bad of forged) {
        expect((await app.send('GET', `/api/users/${userId}/venues`, { token: bad })).status).toBe(
          401,
        );
      }
    });
  });
});

describe('replaced jwt secret', () => {
  let app: TestApp;
  let owner: TestOwner;
  let former: SigningKey;
  let both: SigningKey;
  let alone: SigningKey;

  beforeEach(async () => {
    app = await startTestApp();
    owner = await addOwner(app, 'Rooftop');
    former = app.deps.jwtSecret;
    both = { current: 'the new secret of this installation', previous: former.current };
    alone = { ...both, previous: null };
  });
  afterEach(() => app.close());

  const status = async (token: string): Promise<number> =>
    (await app.send('GET', '/api/users/me/sessions', { token })).status;
  const renew = async (token: string): Promise<string> =>
    (await app.send('POST', '/api/users/session/renew', { token })).body.token;

  test('a session goes on while JWT_SECRET is replaced, and gets a token of the new one', async () => {
    const token = await app.login(owner.email);
    app.deps.jwtSecret = both;
    expect(await status(token)).toBe(200);
    const renewed = await renew(token);
    app.deps.jwtSecret = alone;
    expect([await status(token), await status(renewed)]).toEqual([401, 200]);
  });

  test('a process that has not changed over yet accepts tokens of the next JWT_SECRET', async () => {
    app.deps.jwtSecret = alone;
    const token = await app.login(owner.email);
    app.deps.jwtSecret = { current: former.current, previous: both.current };
    expect(await status(token)).toBe(200);
    app.deps.jwtSecret = former;
    expect(await status(token)).toBe(401);
  });

  test('the second step of a sign-in is accepted with the former key, and only until it expires', async () => {
    const at = new Date('2026-11-24T18:00:00Z');
    const late = new Date(at.getTime() + 6 * 60_000);
    const user = { id: owner.userId, password_hash: 'a hash' };
    const challenge = await signChallenge(former, user, at);
    expect(await verifyChallenge(both, challenge, at)).toMatchObject({ userId: owner.userId });
    expect(await verifyChallenge(both, challenge, late)).toBeNull();
    expect(await verifyChallenge(alone, challenge, at)).toBeNull();
  });
});
