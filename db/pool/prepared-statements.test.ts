import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type * as Tenants from '../tenant.ts';
import type * as Connections from './connect.ts';
import { planEachTime } from './prepared-statements.ts';

let database: TestDatabase;
let connect: typeof Connections.connect;
let withTenant: typeof Tenants.withTenant;
let withoutTenant: typeof Tenants.withoutTenant;

beforeAll(async () => {
  // The number of names is limited, and other tests of this worker have used them.
  vi.resetModules();
  ({ connect } = await import('./connect.ts'));
  ({ withTenant, withoutTenant } = await import('../tenant.ts'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

const venue = { ownerId: null, venueIds: ['01890000-0000-7000-8000-000000000001'] };

/** Runs one statement a few times and returns the texts that the connection has named. */
async function namedAfterRepeating(
  target: Connections.ConnectionTarget,
  text: string,
): Promise<string[]> {
  const { tenantDb, close } = connect(target, { max: 1 });
  try {
    return await withTenant(venue, async () => {
      for (let time = 0; time < 6; time += 1) await sql.raw(text).execute(tenantDb);
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements`.execute(tenantDb);
      return rows.map(({ statement }) => statement);
    });
  } finally {
    await close();
  }
}

test('names a statement that repeats, so that it is parsed once', async () => {
  const text = 'select name from venues where tax_percentage > 1';
  expect(await namedAfterRepeating(database.target, text)).toContain(text);
});

test('names no statement whose columns a migration may change', async () => {
  const text = 'select venues.* from venues where tax_percentage > 2';
  expect(await namedAfterRepeating(database.target, text)).not.toContain(text);
});

test('names no statement that is planned for its values each time', async () => {
  const { db, close } = connect(database.target, { max: 1 });
  const { sql: text } =
    sql`select name ${planEachTime} from venues where tax_percentage > 3`.compile(db);
  await close();
  expect(await namedAfterRepeating(database.target, text)).not.toContain(text);
});

test('a named statement applies the policies of the tenant that runs it', async () => {
  const { tenantDb, close } = connect(database.target, { max: 1 });
  const role = () =>
    sql<{ role: string; venue: string | null }>`
      select current_user::text as role, tenant_venue()::text as venue from generate_series(1, ${1}::int)
    `.execute(tenantDb);
  for (let time = 0; time < 6; time += 1) {
    const { rows } = await withTenant(venue, role);
    expect(rows).toEqual([{ role: 'barback_tenant', venue: venue.venueIds[0] }]);
    const everything = await withoutTenant(role);
    expect(everything.rows[0]?.role).not.toBe('barback_tenant');
  }
  await close();
});

test('every statement of a read-only transaction that cannot begin fails', async () => {
  const { tenantDb, close } = connect(database.target, { max: 1 });
  const broken = withTenant({ ownerId: 'no\0id', venueIds: [] }, () =>
    tenantDb
      .transaction()
      .setAccessMode('read only')
      .execute((snapshot) => sql`select 1`.execute(snapshot)),
  );
  await expect(broken).rejects.toThrow();
  const { rows } = await withTenant(venue, () => sql`select 1 as one`.execute(tenantDb));
  expect(rows).toEqual([{ one: 1 }]);
  await close();
});
