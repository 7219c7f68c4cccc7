import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';

let admin: string;
withApp({ owner: 'Rooftop Hospitality' });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  await app.db
    .updateTable('users')
    .set({
      name: 'Barback',
      first_name: 'Robin',
      last_name: 'Vale',
      email: 'robin@barback.example',
    })
    .where('account_type', '=', 'SUPER_ADMIN')
    .execute();
  const body = { taxPercentage: 9 };
  await app.send('PUT', `/api/users/venues/${owner.venueId}`, { token: admin, body });
});

const robin = { actor: 'Robin Vale', actorEmail: 'robin@barback.example' };
const entries = async (token: string, query = '') =>
  (await app.send('GET', `/api/audit${query}`, { token })).body.entries;

test('an entry names the person who acted, and the owner they acted for', async () => {
  for (const token of [owner.token, admin]) {
    const [entry] = await entries(token);
    expect(entry).toMatchObject({
      ...robin,
      actorId: expect.any(String),
      onBehalfOf: owner.userId,
      ownerName: 'Rooftop Hospitality',
    });
    expect(entry.actorId).not.toBe(owner.userId);
  }
});

test('an entry keeps the name and email that the person had', async () => {
  const admins = app.db.updateTable('users').where('account_type', '=', 'SUPER_ADMIN');
  await admins.set({ last_name: 'Vale-Lund', email: 'other@barback.example' }).execute();
  expect((await entries(owner.token))[0]).toMatchObject(robin);
  await admins.set({ last_name: 'Vale', email: robin.actorEmail }).execute();
});

test('persons are found by name and email, and are in the CSV', async () => {
  for (const text of ['robin vale', 'robin@barback']) {
    const found = await entries(owner.token, `?search=${encodeURIComponent(text)}`);
    expect(found).toHaveLength(1);
  }
  const csv = await app.send('GET', '/api/audit.csv?search=vale', { token: owner.token });
  expect(csv.text).toContain('Robin Vale');
  expect(csv.text).toContain('robin@barback.example');
});

test('entries of an earlier release name the person of the account', async () => {
  const { actor_email: _, ...last } = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('actor_email', '=', robin.actorEmail)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const values = { old_value: null, new_value: null };
  const at = new Date(Date.now() + 60_000);
  const old = { ...last, ...values, id, at, actor_name: 'Barback' };
  await app.db.insertInto('audit').values(old).execute();
  for (const token of [admin, owner.token]) {
    const [entry] = await entries(token);
    expect(entry).toMatchObject({ id, ...robin });
  }
});
