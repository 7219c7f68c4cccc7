import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, type TestOwner } from '../testing/app.ts';
import { collide } from '../testing/load.ts';

let admin: string;
const owners: TestOwner[] = [];
withApp();
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  for (const letter of 'LKJIHGFEDCBA') owners.push(await addOwner(app, `Owner ${letter}`));
});

const page = async (current: number, size = 10) =>
  (
    await app.send(
      'GET',
      `/api/admins/owners?pagination[current]=${current}&pagination[size]=${size}`,
      { token: admin },
    )
  ).body;
const change = (body: object, id = owners[0]?.userId) =>
  app.send('PUT', `/api/admins/owner/${id}`, { token: admin, body });

test('lists owners by name, a page at a time, with their venues', async () => {
  const [first, second] = [await page(1), await page(2)];
  expect(first.owners).toHaveLength(10);
  expect(second.owners.map((owner: any) => owner.name)).toEqual(['Owner K', 'Owner L']);
  expect(second.pagination).toEqual({ current: 2, size: 10, total: 12 });
  expect(first.owners[0]).toEqual({
    id: owners.at(-1)?.userId,
    name: 'Owner A',
    email: 'owner.a@example.com',
    venues: [{ id: owners.at(-1)?.venueId, name: 'Owner A Bar' }],
    foundVenueId: null,
  });
  expect(JSON.stringify(first)).not.toMatch(/password|hash/);
});

test('returns an owner by id, and 404 for an unknown one', async () => {
  const response = await app.send('GET', `/api/admins/owner/${owners[0]?.userId}`, {
    token: admin,
  });
  expect(response.body).toMatchObject({ name: 'Owner L', email: 'owner.l@example.com' });
  expect((await app.send('GET', '/api/admins/owner/nobody', { token: admin })).status).toBe(404);
});

test('a super admin is not listed as an owner', async () => {
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('account_type', '=', 'SUPER_ADMIN')
    .executeTakeFirstOrThrow();
  expect((await app.send('GET', `/api/admins/owner/${id}`, { token: admin })).status).toBe(404);
  expect((await change({ name: 'x' }, id)).status).toBe(404);
});

test('updates name and email, and the owner signs in with the new email', async () => {
  expect((await change({ name: 'Owner Z', email: 'zed@example.com' })).body).toMatchObject({
    name: 'Owner Z',
  });
  expect(await app.login('ZED@example.com')).toEqual(expect.any(String));
  const auditLog = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'owner.updated')
    .executeTakeFirstOrThrow();
  expect(auditLog).toMatchObject({
    on_behalf_of: owners[0]?.userId,
    old_value: { name: 'Owner L', email: 'owner.l@example.com' },
    new_value: { name: 'Owner Z', email: 'zed@example.com' },
  });
});

test.each([
  ['email', { email: 'nonsense' }],
  ['email', { email: 'OWNER.A@example.com' }],
  ['name', { name: ' ' }],
])('rejects an invalid %s and changes nothing', async (field, body) => {
  const before = await page(2);
  const response = await change(body);
  expect(response.status).toBe(400);
  expect(response.body).toHaveProperty(field);
  expect(await page(2)).toEqual(before);
});

test('changes of the name and of the email at the same time are both stored', async () => {
  const id = owners[2]?.userId;
  const replies = await collide(app, sql`select from users where id = ${id} for update`, [
    () => change({ name: 'Jane' }, id),
    () => change({ email: 'jane@example.com' }, id),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { body } = await app.send('GET', `/api/admins/owner/${id}`, { token: admin });
  expect(body).toMatchObject({ name: 'Jane', email: 'jane@example.com' });
});
