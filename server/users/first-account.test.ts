import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeJwt } from 'jose';
import { startTestApp, type TestApp, addSuperAdmin } from '../testing/app.ts';
import { setupCode } from './first-account.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ registration: 'admin' });
});
afterEach(() => app.close());

const ownerForm = () => ({
  accountType: 'owner',
  code: setupCode(app.deps.jwtSecret),
  venueName: 'The Anchor',
  email: `${randomUUID()}@example.com`,
  password: 'a long enough password',
});
const create = (body: object, headers = {}) =>
  app.send('POST', '/api/first-run', { body, headers });
const isNeeded = async () => (await app.send('GET', '/api/first-run')).body;
const countUsers = async () => (await app.db.selectFrom('users').select('id').execute()).length;

test('the first account is an owner with a venue, who is signed in', async () => {
  expect(await isNeeded()).toEqual({ isNeeded: true });
  const { status, body } = await create({
    ...ownerForm(),
    timezone: 'America/New_York',
    startsAt: '04:00',
  });
  expect(status).toBe(201);
  const claims = decodeJwt(body.token);
  expect(claims['accountType']).toBe('owner');
  const venues = await app.send('GET', `/api/users/${claims.sub}/venues`, { token: body.token });
  expect(Object.values(venues.body)).toMatchObject([{ name: 'The Anchor' }]);
  expect(await isNeeded()).toEqual({ isNeeded: false });
  const rows = await app.db.selectFrom('audit').select(['action', 'address']).execute();
  expect(rows.filter(({ action }) => action === 'owner.registered')).toHaveLength(1);
});

test('the first account can be a super admin', async () => {
  const { venueName: _, ...form } = ownerForm();
  const { status, body } = await create({ ...form, accountType: 'SUPER_ADMIN' });
  expect(status).toBe(201);
  expect(decodeJwt(body.token)['accountType']).toBe('SUPER_ADMIN');
  expect((await app.send('GET', '/api/admins/owners', { token: body.token })).status).toBe(200);
  const rows = await app.db.selectFrom('audit').select('action').execute();
  expect(rows.filter(({ action }) => action === 'account.created')).toHaveLength(1);
});

test('of ten requests at once one makes an account, and the others are refused with 409', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => create(ownerForm())));
  expect(all.map(({ status }) => status).sort()).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  expect(await countUsers()).toBe(1);
});

test('nothing is made once there is an account, whatever the code', async () => {
  await addSuperAdmin(app);
  expect(await isNeeded()).toEqual({ isNeeded: false });
  const refused = await create(ownerForm());
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Barback is set up already');
  expect((await create({ ...ownerForm(), code: 'wrong' })).status).toBe(409);
  expect(await countUsers()).toBe(1);
});

test('another code is refused, and the code may be typed in small letters and without dashes', async () => {
  for (const code of ['AAAA-AAAA-AAAA-AAAA', 'x', `${setupCode(app.deps.jwtSecret)}A`]) {
    const { status, text } = await create({ ...ownerForm(), code });
    expect([code, status]).toEqual([code, 403]);
    expect(text).toContain('This is not the setup code');
  }
  expect(await countUsers()).toBe(0);
  const typed = setupCode(app.deps.jwtSecret).toLowerCase().replaceAll('-', ' ');
  expect((await create({ ...ownerForm(), code: typed })).status).toBe(201);
});

test('attempts are limited to 20 of a network in a quarter of an hour', async () => {
  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await create({ ...ownerForm(), code: 'guess' })).status);
  expect(statuses.slice(0, 20).every((status) => status === 403)).toBe(true);
  expect(statuses[20]).toBe(429);
  expect((await create(ownerForm())).status).toBe(429);
});

test('a weak password, a bad email and a missing name are field errors', async () => {
  for (const [field, value] of [
    ['password', 'password'],
    ['password', 'short'],
    ['email', 'nobody'],
    ['venueName', ''],
    ['timezone', 'Mars/Base'],
  ] as const) {
    const { status } = await create({ ...ownerForm(), startsAt: '04:00', [field]: value });
    expect([field, status]).toEqual([field, 400]);
  }
  expect(await countUsers()).toBe(0);
});

test('the setup code has four groups and follows from the signing key', () => {
  const key = (current: string) => ({ current, previous: null });
  expect(setupCode(key('one'))).toMatch(/^([BCDFGHJ-NP-TVWXZ2-9]{4}-){3}[BCDFGHJ-NP-TVWXZ2-9]{4}$/);
  expect(setupCode(key('one'))).toBe(setupCode(key('one')));
  expect(setupCode(key('one'))).not.toBe(setupCode(key('two')));
});
