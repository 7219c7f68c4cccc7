import { describe, expect, test } from 'vitest';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner } from '../testing/app.ts';

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
        body: { error: { message: 'Please log in' } },
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
