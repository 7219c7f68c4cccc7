import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
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
  await createUnit(app, owner);
  await createUnit(app, stranger);
  await app.send('PUT', `/api/users/venues/${owner.venueId}`, {
    token: admin,
    body: { taxPercentage: 9, privateKey: 'sk_live_secret_of_rooftop' },
  });
});
afterAll(() => app.close());

const auditLog = async (token: string, query = '') =>
  app.send('GET', `/api/audit${query}`, { token });

test('an owner sees who changed what on their resources, with old and new values, and nothing of other owners', async () => {
  const { body } = await auditLog(owner.token);
  expect(body.entries.map((entry: any) => entry.action)).toEqual([
    'venue.updated',
    'unit_key.created',
    'owner.registered',
  ]);
  expect(body.entries[0]).toMatchObject({
    actor: 'Administrator',
    onBehalfOf: owner.userId,
    target: 'venue Rooftop Bar',
    oldValue: { taxPercentage: 0 },
    newValue: { taxPercentage: 9 },
  });
  expect((await auditLog(owner.token, `?ownerId=${stranger.userId}`)).status).toBe(404);
});

test('a super admin sees the whole audit log, or that of one owner', async () => {
  expect((await auditLog(admin)).body.pagination.total).toBe(5);
  expect((await auditLog(admin, `?ownerId=${stranger.userId}`)).body.pagination.total).toBe(2);
});

test('the audit log can be searched and limited to a time range', async () => {
  expect((await auditLog(admin, '?search=KEY')).body.pagination.total).toBe(2);
  expect((await auditLog(admin, '?search=100%25')).body.pagination.total).toBe(0);
  expect((await auditLog(admin, `?from=${Date.now() + 60_000}`)).body.entries).toEqual([]);
  expect((await auditLog(admin, `?to=${Date.now() + 60_000}`)).body.entries).toHaveLength(5);
  expect((await auditLog(admin, '?from=yesterday')).status).toBe(400);
});

test('the audit log never contains a secret, on the page or in the CSV', async () => {
  const csv = await app.send('GET', '/api/audit.csv', { token: owner.token });
  expect(csv.text).toContain('taxPercentage: 9');
  for (const { text } of [csv, await auditLog(admin)]) expect(text).not.toContain('secret_of');
});
