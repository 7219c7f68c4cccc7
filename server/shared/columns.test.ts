import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let admin: string;
let owner: TestOwner;
let unit: TestUnit;

withApp();
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  owner = await addOwner(app, 'Rooftop');
  unit = await createUnit(app, owner);
});

const read = (url: string) => app.send('GET', url, { token: admin });

test.each<[what: string, addresses: () => [url: string, list: string, body: object]]>([
  ['venue', () => [`/api/users/venues/${owner.venueId}`, `/api/users/${owner.userId}/venues`, {}]],
  [
    'unit',
    () => [`/api/units/${unit.unitNumber}`, `/api/venues/${owner.venueId}/units`, { unit: {} }],
  ],
  ['drink', () => [`/api/drinks/${unit.cubaLibre}`, `/api/drinks/${owner.venueId}`, {}]],
  [
    'ingredient',
    () => [
      `/api/ingredients/${unit.rum}`,
      `/api/venues/${owner.venueId}/ingredients`,
      { unitId: unit.id },
    ],
  ],
])('an update (%s) that names no field changes nothing', async (_, addresses) => {
  const [url, list, body] = addresses();
  const before = await read(list);
  expect(before.status).toBe(200);
  expect((await app.send('PUT', url, { token: admin, body })).status).toBe(200);
  expect((await read(list)).body).toEqual(before.body);
});

test('an update counts no revision, in any table that has the column', async () => {
  const { token, venueId } = owner;
  const draft = { name: 'Rum', price: 7, ingredients: [unit.rum], venueId, unitId: unit.id };
  const rum = await app.send('POST', '/api/drinks', { token, body: draft });
  const ranks = [unit.cubaLibre, rum.body.id].map((id, index) => ({
    id,
    ranking: { current: 1 - index, previous: index },
  }));
  const updates: Record<string, [url: string, body: object][]> = {
    drinks: [
      [`/api/drinks/${unit.cubaLibre}`, { name: 'Libre' }],
      ['/api/drinks', ranks],
    ],
    unit_inventory: [
      [`/api/ingredients/${unit.rum}`, { unitId: unit.id, price: 8 }],
      [`/api/ingredients/${unit.rum}/deactivate`, { unitId: unit.id }],
    ],
    units: [[`/api/units/${unit.unitNumber}`, { unit: { name: 'Left' } }]],
    venues: [[`/api/users/venues/${venueId}`, { name: 'Terrace' }]],
  };
  expect(Object.keys(updates)).toEqual(await tablesWithRevision());
  for (const [table, requests] of Object.entries(updates)) {
    for (const [url, body] of requests) {
      const before = await rowsOf(table);
      expect((await app.send('PUT', url, { token, body })).status, url).toBe(200);
      const after = await rowsOf(table);
      expect(after, url).not.toEqual(before);
      for (const row of after) expect(row['revision'], url).toBe(1);
    }
  }
});

async function tablesWithRevision(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'revision' and relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace
    order by name
  `.execute(app.db);
  return rows.map(({ name }) => name);
}

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(stored) as row from ${sql.table(table)} as stored order by to_jsonb(stored)
  `.execute(app.db);
  return rows.map(({ row }) => row);
}
