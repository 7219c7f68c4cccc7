import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwner, startTestApp, type TestApp, type TestOwner } from '../testing/app.ts';
import type { SigningKey } from '../shared/encryption.ts';
import { signChallenge, verifyChallenge } from './authenticate.ts';

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
