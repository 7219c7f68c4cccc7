/**
 * Row-level security of venues for members of an owner's staff who have some of them: other venues of the owner are not
 * visible, whatever the query.
 */
import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { listUnits } from '../../contract/units.ts';
import { type Tenant, withTenant } from '../../db/tenant.ts';
import type { Db } from '../../db/tables/tables.ts';
import { mountOn } from '../../server/http/mount.ts';
import { newId } from '../../server/shared/ids.ts';
import { addOwner, type TestOwner } from '../../server/testing/app.ts';
import { addPerson } from '../../server/testing/accounts.ts';
import { findActor } from '../../server/users/authenticate.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let mine: TestOwner;
let theirs: TestOwner;
let first: string;
let second: string;
/** Runs as the role of the current tenant. */
let db: Db;

withApp();
beforeAll(async () => {
  db = app.deps.db;
  mine = await addOwner(app, 'Mine');
  theirs = await addOwner(app, 'Theirs');
  const added = { token: mine.token, body: { name: 'Cellar' } };
  first = (await app.send('POST', '/api/users/venues', added)).body.id;
  second = (await app.send('POST', '/api/users/venues', added)).body.id;
});

const limited = (limitedTo: string[], venueIds: string[] = []): Tenant => ({
  ownerId: mine.userId,
  venueIds,
  limitedTo,
});
const venuesAs = (rows: Tenant) =>
  withTenant(rows, async () =>
    (await db.selectFrom('venues').select('id').orderBy('id').execute()).map(({ id }) => id),
  );

test('a query without a condition returns only the venues of the member, in both roles', async () => {
  const all = [mine.venueId, first, second].sort();
  expect(await venuesAs({ ownerId: mine.userId, venueIds: [] })).toEqual(all);
  expect(await venuesAs(limited([first]))).toEqual([first]);
  expect(await venuesAs(limited([first, second], [first, second]))).toEqual([first, second].sort());
  expect(await venuesAs(limited([first, second], [second]))).toEqual([first, second].sort());
  expect(await venuesAs(limited([]))).toEqual([]);
  expect(await venuesAs(limited([theirs.venueId]))).toEqual([]);
  // The next one on the connection is not limited.
  expect(await venuesAs({ ownerId: mine.userId, venueIds: [] })).toEqual(all);
});

test('an update without a condition changes only the venues of the member, and none can be added', async () => {
  const { numUpdatedRows } = await withTenant(limited([first]), () =>
    db.updateTable('venues').set({ name: 'Renamed' }).executeTakeFirst(),
  );
  expect(numUpdatedRows).toBe(1n);
  const venue = { id: newId(new Date()), owner_id: mine.userId, name: 'Another' };
  await expect(
    withTenant(limited([first]), () => db.insertInto('venues').values(venue).execute()),
  ).rejects.toMatchObject({ code: '42501' });
});

test('a route whose query lacks its condition returns only the venues of the member', async () => {
  const { token } = await addPerson(app, mine, 'manager', [second]);
  const faulty = fastify();
  faulty.decorate('authenticate', (headers, address) => findActor(app.deps, headers, address));
  faulty.decorate('limitTokens', () => Promise.resolve());
  faulty.decorate('readRouter', app.deps.readRouter);
  let seen: string[] = [];
  mountOn(faulty)(listUnits, async () => {
    seen = (await db.selectFrom('venues').select('id').execute()).map(({ id }) => id);
    throw new Error('seen');
  });
  const url = `/api/venues/${mine.venueId}/units`;
  await faulty.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(seen).toEqual([second]);
  await faulty.close();
});
