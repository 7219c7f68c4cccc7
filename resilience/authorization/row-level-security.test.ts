/**
 * Row-level security as defence in depth: when a query lacks its tenant condition, the database still returns and
 * changes only the tenant's rows.
 */
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getUnitMenu, listUnits } from '../../contract/units.ts';
import { setTenantSql, type Tenant, withoutTenant, withTenant } from '../../db/tenant.ts';
import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../../server/shared/ids.ts';
import { findActor } from '../../server/users/authenticate.ts';
import { acrossVenues, requireVenue } from '../../server/venues/venue-access.ts';
import { mountOn } from '../../server/http/mount.ts';
import { listBypassingRoles } from '../../server/startup/startup.queries.ts';
import { addSuperAdmin } from '../../server/testing/app.ts';
import { type Place, settle } from './tenant-rows.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let mine: Place;
let theirs: Place;
/** Runs as the role of the current tenant. */
let db: Db;

withApp();
beforeAll(async () => {
  mine = await settle(app, 'Mine');
  theirs = await settle(app, 'Theirs');
  db = app.deps.db;
  expect(await listBypassingRoles(app.db)).toEqual([]);
});

/** Tables without row-level security and the reason. */
const open: Record<string, string> = {
  acting_grants: 'of super admins; tenants have no privileges on it',
  fleet_units: 'of super admins; tenants have no privileges on it',
  fleet_versions: 'of super admins; tenants have no privileges on it',
  support_tickets: 'of super admins; tenants have no privileges on it',
  users: 'sign-in looks for an email among all accounts',
  sessions: 'found by the hash of a token, before anybody is known',
  passkey_challenges: 'used up by a sign-in, before anybody is known',
  rate_limits: 'counts of requests, made before anybody is known',
  jobs: 'empty, for processes of the release before',
  job_workers: 'processes that run jobs',
  server_uptime: 'when the server was up',
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
  const read = () => query.execute(db);
  const { rows } = await (scope === null ? withoutTenant(read) : withTenant(scope, read));
  return rows.map(({ row }) => row);
};

test('row-level security covers every table except those without tenant data', async () => {
  const others = await tablesWhere('not relrowsecurity');
  expect(others).toEqual(Object.keys(open).sort());
  const { rows } = await sql<{ table: string; role: string }>`
    select table_name as "table", role from information_schema.tables
    cross join unnest(array['barback_tenant', 'barback_tenant_venues']) as role
    where table_schema = current_schema() and table_name <> all(${Object.keys(open)})
      and not exists (select from pg_depend where objid = quote_ident(table_name)::regclass and deptype = 'e')
      and not (
        has_table_privilege(role, quote_ident(table_name), 'select')
        and exists (select from pg_policies where tablename = table_name and role = any(roles))
      )
  `.execute(app.db);
  expect(rows).toEqual([]);
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
  for (const table of await tablesWhere(
    `relrowsecurity and has_table_privilege('barback_tenant_venues', oid, 'update')`,
  )) {
    const { rows } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1
    `.execute(app.db);
    const column = sql.ref(rows[0]?.name ?? '');
    const own = await rowsOf(table, mine.rows);
    const change = await withTenant(mine.rows, () =>
      sql`update ${sql.table(table)} set ${column} = ${column}`.execute(db),
    );
    expect(Number(change.numAffectedRows), table).toBe(own.length - (table === 'settings' ? 1 : 0));
  }
});

test('rejects a row that would belong to another tenant', async () => {
  const ofTheirs = { venue_id: theirs.owner.venueId, id: newId(new Date()), name: 'Gin' };
  await expect(
    withTenant(mine.rows, () => db.insertInto('ingredients').values(ofTheirs).execute()),
  ).rejects.toMatchObject({ code: '42501' });
  const moved = withTenant(mine.rows, () =>
    db.updateTable('units').set({ venue_id: theirs.owner.venueId }).execute(),
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
  faulty.decorate('authenticate', (headers, address) => findActor(app.deps, headers, address));
  faulty.decorate('limitTokens', () => Promise.resolve());
  faulty.decorate('readRouter', app.deps.readRouter);
  const mount = mountOn(faulty);
  const everyUnit = () =>
    acrossVenues(db, () => db.selectFrom('units').select('unit_number').execute());
  const inTransaction = () =>
    acrossVenues(db, () =>
      db.transaction().execute((step) => step.selectFrom('units').select('unit_number').execute()),
    );
  const withoutVenue = async () => db.selectFrom('units').select('unit_number').execute();
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
  look = withoutVenue;
  expect(await send(units, mine.owner.token)).toEqual([]);
  expect(await send('/api/units/1/menu', mine.unit.key)).toEqual([mine.unit.unitNumber]);
  expect(await send(units, admin)).toEqual(both);
  await faulty.close();
});

test('a query without any tenant context sees no rows and changes none', async () => {
  for (const table of await tablesWhere('relrowsecurity')) {
    const { rows } = await sql`select from ${sql.table(table)} where true`.execute(db);
    expect(rows, table).toHaveLength(table === 'settings' ? 1 : 0);
    const { rows: own } = await sql`select from ${sql.table(table)}`.execute(app.db);
    expect(own.length, table).toBeGreaterThan(1);
  }
  expect(await db.updateTable('venues').set({ name: 'x' }).executeTakeFirst()).toMatchObject({
    numUpdatedRows: 0n,
  });
  const venue = { id: newId(new Date()), owner_id: mine.owner.userId, name: 'Another' };
  await expect(db.insertInto('venues').values(venue).execute()).rejects.toMatchObject({
    code: '42501',
  });
});

test('the plan of a report is the same for an owner of one venue and of three thousand', async () => {
  const { venueId, userId } = mine.owner;
  const plan = async (): Promise<string> => {
    const actor = await withoutTenant(() =>
      findActor(app.deps, { authorization: mine.owner.token }, '127.0.0.1'),
    );
    const { rows } = await withTenant({ ownerId: userId, venueIds: [] }, async () => {
      await requireVenue({ db }, actor, venueId);
      return sql<{ 'QUERY PLAN': string }>`
        explain (costs off) select count(*), sum(drink.price_cents) from orders as sale
        join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
        where sale.venue_id = ${venueId}
      `.execute(db);
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const ofOne = await plan();
  await sql`
    insert into venues (id, owner_id, name)
    select gen_random_uuid(), ${userId}, 'Venue ' || number from generate_series(1, 2999) as number
  `.execute(app.db);
  expect(await plan()).toBe(ofOne);
  // The venue of the tenant is compared once, not for each row, and no list is involved.
  expect(ofOne).toContain('One-Time Filter');
  expect(ofOne).not.toContain('Filter: (strpos');
});

test('statements over all venues of an owner compare with a few ids per row', () => {
  const venueIds = Array.from({ length: 3000 }, () => randomUUID());
  const lists = [...setTenantSql({ ownerId: null, venueIds }).matchAll(/venues_(..) = '([^']*)'/g)];
  const found = lists.flatMap(([, ending, list]) =>
    (list ?? '').split(',').filter((id) => id.endsWith(ending ?? '?')),
  );
  expect(found.toSorted()).toEqual(venueIds.toSorted());
  expect(Math.max(...lists.map(([, , list]) => (list ?? '').split(',').length))).toBeLessThan(50);
});

test('an owner of thousands of venues reads all of them', async () => {
  const scope = { ownerId: mine.owner.userId, venueIds: [] };
  const count = async () =>
    (await sql<{ count: number }>`select count(*) from orders`.execute(db)).rows[0]?.count;
  expect(await withTenant(scope, () => acrossVenues(db, count))).toBe(2);
});

test('policies contain no subqueries, which distributed tables do not support', async () => {
  const { rows } = await sql<{ policy: string }>`
    select tablename || ': ' || coalesce(qual, '') || coalesce(with_check, '') as policy
    from pg_policies where schemaname = current_schema()
  `.execute(app.db);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ policy }) => /select/i.test(policy))).toEqual([]);
});
