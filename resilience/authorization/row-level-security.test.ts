/**
 * Row-level security as defence in depth: when a query lacks its tenant condition, the database still returns and
 * changes only the tenant's rows.
 */
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getUnitMenu, listUnits } from '../../contract/units.ts';
import { type Tenant, withTenant } from '../../db/tenant.ts';
import { newId } from '../../server/shared/ids.ts';
import { findActor } from '../../server/users/authenticate.ts';
import { mountOn } from '../../server/http/mount.ts';
import { passesNets } from '../../server/startup/rls-check.queries.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { switchFlag } from '../../server/testing/flags.ts';

interface Place {
  owner: TestOwner;
  unit: TestUnit;
  rows: Tenant;
}

let app: TestApp;
let mine: Place;
let theirs: Place;
let isSuperuser: boolean;

beforeAll(async () => {
  app = await startTestApp();
  mine = await settle('Mine');
  theirs = await settle('Theirs');
  isSuperuser = await passesNets(app.db);
});
beforeEach((context) => {
  context.skip(
    isSuperuser,
    'TEST_DATABASE_URL connects as a role that bypasses row-level security',
  );
});
afterAll(() => app.close());

/** Creates an owner with a row in every tenant table. */
async function settle(name: string): Promise<Place> {
  const owner = await addOwner(app, name);
  const unit = await createUnit(app, owner);
  const { token, userId, venueId } = owner;
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' }];
  const body = { drinks: [{ drinkId: unit.cubaLibre, pours }] };
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body });
  const refunded = await app.send('GET', `/api/orders/${sold.body.id}/refund?drinkIndexes=0`, {
    token,
  });
  expect([sold.status, refunded.status]).toEqual([201, 200]);
  await app.send('PUT', `/api/units/${unit.unitNumber}`, {
    token,
    body: { unit: { stripeReaderId: `tmr_${name}` }, stripeReader: { serialNumber: name } },
  });
  await app.send('PATCH', '/api/settings', { token, body: { terms: `Of ${name}` } });
  const image = { venueId, fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 };
  await app.send('POST', '/api/files/brand-images', { token, body: image });
  await switchFlag(app.db, owner, 'general--turboshot');
  const noticeId = newId(new Date());
  const message = { id: newId(new Date()), notice_id: noticeId, recipient: owner.email, body: '' };
  await app.db
    .insertInto('restock_notices')
    .values({
      venue_id: venueId,
      id: noticeId,
      unit_id: unit.id,
      ingredient_id: unit.rum,
      percent: 10,
      noticed_at: new Date(),
    })
    .execute();
  await app.db
    .insertInto('messages')
    .values({ ...message, channel: 'mail', created_at: new Date() })
    .execute();
  return { owner, unit, rows: { ownerId: userId, venueIds: [venueId] } };
}

/** Tables without row-level security and the reason. */
const open: Record<string, string> = {
  users: 'sign-in looks for an email among all accounts',
  sessions: 'found by the hash of a token, before anybody is known',
  attempts: 'of addresses and emails, counted before anybody is known',
  jobs: 'done for everybody',
  renderings: 'published pages; only super admins make them',
  schema_migrations: 'tells of the tables themselves',
};

const noTenant: Tenant = { ownerId: null, venueIds: [] };

const tablesWhere = async (condition: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and ${sql.raw(condition)}
    order by relname
  `.execute(app.db);
  return rows.map(({ name }) => name);
};

const rowsOf = async (table: string, scope: Tenant | null): Promise<string[]> => {
  const query = sql<{ row: string }>`select t::text as row from ${sql.table(table)} as t`;
  const { rows } = await withTenant(scope, () => query.execute(app.db));
  return rows.map(({ row }) => row);
};

test('row-level security covers every table except those without tenant data', async () => {
  const netted = await tablesWhere('relrowsecurity and relforcerowsecurity');
  const others = await tablesWhere('not (relrowsecurity and relforcerowsecurity)');
  expect(others).toEqual(Object.keys(open).sort());
  expect(netted).toHaveLength(21);
});

test('each actor sees only their own rows of every table, whatever the query', async () => {
  for (const table of await tablesWhere('relrowsecurity')) {
    const shared = table === 'settings' ? 1 : 0;
    const [all, ours, others, none] = await Promise.all(
      [null, mine.rows, theirs.rows, noTenant].map((scope) => rowsOf(table, scope)),
    );
    expect(ours?.length, table).toBeGreaterThan(shared);
    expect(others?.length, table).toBeGreaterThan(shared);
    expect(none, table).toHaveLength(shared);
    const both = ours?.filter((row) => others?.includes(row));
    expect(both, table).toHaveLength(shared);
    expect(new Set([...(ours ?? []), ...(others ?? [])]), table).toEqual(new Set(all));
  }
});

test("an update without a condition changes only the actor's own rows", async () => {
  for (const table of await tablesWhere(`relrowsecurity and relname <> 'audit'`)) {
    const { rows } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1
    `.execute(app.db);
    const column = sql.ref(rows[0]?.name ?? '');
    const own = await rowsOf(table, mine.rows);
    const change = await withTenant(mine.rows, () =>
      sql`update ${sql.table(table)} set ${column} = ${column}`.execute(app.db),
    );
    expect(Number(change.numAffectedRows), table).toBe(own.length - (table === 'settings' ? 1 : 0));
  }
});

test('rejects a row that would belong to another tenant', async () => {
  const ofTheirs = { venue_id: theirs.owner.venueId, id: newId(new Date()), name: 'Gin' };
  await expect(
    withTenant(mine.rows, () => app.db.insertInto('ingredients').values(ofTheirs).execute()),
  ).rejects.toMatchObject({ code: '42501' });
  const moved = withTenant(mine.rows, () =>
    app.db.updateTable('units').set({ venue_id: theirs.owner.venueId }).execute(),
  );
  await expect(moved).rejects.toMatchObject({ code: '42501' });
});

test('the tenant scope does not leak to the next user of a connection', async () => {
  const reads = Array.from({ length: 60 }, (_, index) => [mine.rows, theirs.rows, null][index % 3]);
  const seen = await Promise.all(reads.map((scope) => rowsOf('venues', scope ?? null)));
  expect(seen.map((rows) => rows.length)).toEqual(reads.map((scope) => (scope ? 1 : 2)));
});

test('a route whose query lacks a tenant condition returns no rows of others', async () => {
  const faulty = fastify();
  faulty.decorate('authenticate', (authorization) => findActor(app.deps, authorization));
  const mount = mountOn(faulty);
  const everyUnit = async () => app.db.selectFrom('units').select('unit_number').execute();
  const inTransaction = () =>
    app.db
      .transaction()
      .execute((step) => step.selectFrom('units').select('unit_number').execute());
  let look: () => Promise<{ unit_number: number }[]> = everyUnit;
  const seen: number[][] = [];
  const response = async (): Promise<never> => {
    seen.push((await look()).map((unit) => unit.unit_number).sort());
    throw new Error('seen');
  };
  mount(listUnits, response);
  mount(getUnitMenu, response);
  const send = async (url: string, token: string) => {
    await faulty.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return seen.pop();
  };
  const units = `/api/venues/${theirs.owner.venueId}/units`;
  const admin = await addSuperAdmin(app);
  const both = [mine.unit.unitNumber, theirs.unit.unitNumber];
  for (look of [everyUnit, inTransaction]) {
    expect(await send(units, mine.owner.token)).toEqual([mine.unit.unitNumber]);
    expect(await send(units, theirs.owner.token)).toEqual([theirs.unit.unitNumber]);
    expect(await send('/api/units/1/menu', mine.unit.key)).toEqual([mine.unit.unitNumber]);
    expect(await send(units, admin)).toEqual(both);
  }
  await faulty.close();
});
