import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  addUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
} from '../testing/app.ts';

let app: TestApp;
let owner: TestOwner;
let stranger: TestOwner;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await addOwner(app, 'Rooftop');
  stranger = await addOwner(app, 'Stranger');
  admin = await addSuperAdmin(app);
  await addUnit(app, owner);
  await addUnit(app, stranger);
  await app.send('PUT', `/api/users/venues/${owner.venueId}`, {
    token: admin,
    body: { taxPercentage: 9, privateKey: 'sk_live_secret_of_rooftop' },
  });
});
afterAll(() => app.close());

const trail = async (token: string, query = '') => app.send('GET', `/api/audit${query}`, { token });

test('an owner sees what was done to their things, by whom and from what to what, and nothing of others', async () => {
  const { body } = await trail(owner.token);
  expect(body.entries.map((entry: any) => entry.action)).toEqual([
    'change venue',
    'make unit key',
    'register owner',
  ]);
  expect(body.entries[0]).toMatchObject({
    actor: 'Administrator',
    onBehalfOf: owner.userId,
    target: 'venue Rooftop Bar',
    oldValue: { taxPercentage: 0 },
    newValue: { taxPercentage: 9 },
  });
  expect((await trail(owner.token, `?ownerId=${stranger.userId}`)).status).toBe(404);
});

test('a super admin sees everything, or what was done to one owner', async () => {
  expect((await trail(admin)).body.pagination.total).toBe(5);
  expect((await trail(admin, `?ownerId=${stranger.userId}`)).body.pagination.total).toBe(2);
});

test('can be searched and cut by time', async () => {
  expect((await trail(admin, '?search=KEY')).body.pagination.total).toBe(2);
  expect((await trail(admin, '?search=100%25')).body.pagination.total).toBe(0);
  expect((await trail(admin, `?from=${Date.now() + 60_000}`)).body.entries).toEqual([]);
  expect((await trail(admin, `?to=${Date.now() + 60_000}`)).body.entries).toHaveLength(5);
  expect((await trail(admin, '?from=yesterday')).status).toBe(400);
});

test('is never told a secret, on the page or in the CSV', async () => {
  const csv = await app.send('GET', '/api/audit.csv', { token: owner.token });
  expect(csv.text).toContain('taxPercentage: 9');
  for (const { text } of [csv, await trail(admin)]) expect(text).not.toContain('secret_of');
});
