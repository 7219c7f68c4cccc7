/**
 * Plans of every read of the API over 400,000 sales: no scan of a whole large table, and no more buffers than a page
 * needs, on the bundled PostgreSQL and on PostgreSQL 15 with its default settings.
 */
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { withoutTenant, withTenant } from '../../db/tenant.ts';
import { addSuperAdmin, startTestApp, type TestApp } from '../../server/testing/app.ts';
import { addressOf, targets } from '../../server/testing/endpoint-targets.ts';
import { type Place, settle, settleBeside } from '../../server/testing/places.ts';
import { isInstalled, startInstalledPostgres } from '../../db/testing/installed-postgres.ts';
import { readDrinkSums, readPourSums } from '../../server/sums/read-sums.queries.ts';
import { verifyVenues } from '../../server/verification/verify-venues.ts';
import { addYearOfSales, year } from './year-of-sales.ts';
import {
  literalOf,
  more,
  mostBuffers,
  mostSumsBuffers,
  mostVerificationBuffers,
  nodesOf,
  type Plan,
  type Read,
  unbounded,
  usualBuffers,
} from './reads.ts';

const large = [
  'orders',
  'ordered_drinks',
  'pours',
  'sales_rollups',
  'drink_rollups',
  'pour_cases',
  'drink_sums',
  'pour_sums',
  'stock_movements',
  'changes',
  'audit',
];

const servers: Record<string, (() => Promise<TestDatabase>) | null> = {
  'the bundled PostgreSQL': () => createTestDatabase(),
  'PostgreSQL 15 with default settings': isInstalled(15)
    ? async () => {
        const { target, stop } = await startInstalledPostgres(15);
        const connection = connect(target);
        await migrate(connection);
        const drop = () => connection.close().then(stop);
        return { target, connection, drop };
      }
    : null,
};

for (const [name, start] of Object.entries(servers)) {
  if (start === null) test.skip(`on ${name}, which is not installed`, () => undefined);
  else describe(`on ${name}`, () => plansOn(start));
}

const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method, guarded }]) => method === 'GET' && !guarded && !(name in unbounded),
);

function plansOn(start: () => Promise<TestDatabase>): void {
  let app: TestApp;
  let place: Place;
  let admin: string;
  /** A sale of the large venue in the middle of the year. */
  let middleSale: string;
  let recorded: Connection;
  const statements: CompiledQuery[] = [];

  beforeAll(async () => {
    const database = await start();
    recorded = connect(database.target, { onStatement: (query) => void statements.push(query) });
    app = await startTestApp({ db: recorded.tenantDb }, database);
    place = await settle(app, 'Large');
    admin = await addSuperAdmin(app);
    const patient = connect(database.target, { statementTimeoutMs: 0 });
    await patient.db.connection().execute(async (db) => {
      // Leaves a core to the tests that run beside this one.
      await sql`set max_parallel_workers_per_gather = 0`.execute(db);
      await sql`set max_parallel_maintenance_workers = 0`.execute(db);
      await addYearOfSales(db, place.owner.venueId, place.unit.id);
    });
    await patient.close();
    const sold = await app.db
      .selectFrom('orders')
      .select('id')
      .where('venue_id', '=', place.owner.venueId)
      .where('sold_at', '>', new Date((year.startDate + year.endDate) / 2))
      .orderBy('sold_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    middleSale = sold.id;
  }, 600_000);
  afterAll(async () => {
    await recorded.close();
    await app.close();
  });

  const tokenOf = ({ as }: Read) => ({ owner: place.owner.token, admin, unit: place.unit.key })[as];

  async function statementsOf(endpoint: Endpoint, aim: object, read: Read) {
    statements.length = 0;
    const address = addressOf(endpoint, { ...aim, ...(read.query ? { query: read.query } : {}) });
    const { status, text } = await app.send('GET', address, { token: tokenOf(read) });
    expect(status, text).toBeLessThan(500);
    return statements.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  }

  /** Plan for these values, or the generic one, which a prepared statement gets after a few executions. */
  async function planOf(
    statement: CompiledQuery,
    { as }: Read,
    mode: 'force_custom_plan' | 'force_generic_plan',
  ): Promise<Plan> {
    const values = statement.parameters.map(literalOf).join(', ');
    const explained = () =>
      app.deps.db.transaction().execute(async (transaction) => {
        await sql.raw(`set local plan_cache_mode = ${mode}`).execute(transaction);
        await sql.raw(`prepare explained as ${statement.sql}`).execute(transaction);
        const execute = `execute explained${values === '' ? '' : `(${values})`}`;
        const plan = await sql
          .raw<{ 'QUERY PLAN': { Plan: Plan }[] }>(
            `explain (analyze, buffers, format json) ${execute}`,
          )
          .execute(transaction);
        await sql`deallocate explained`.execute(transaction);
        return plan;
      });
    const { userId: ownerId, venueId } = place.owner;
    const { rows } = await (as === 'admin'
      ? withoutTenant(explained)
      : withTenant({ ownerId, venueIds: [venueId] }, explained));
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('explain returns a plan');
    return plan.Plan;
  }

  test.each([
    ['drinks', readDrinkSums],
    ['pours', readPourSums],
  ])('sums of %s of a year read its days, those of nights their hours', async (_, readSums) => {
    const { venueId } = place.owner;
    const nights = Array.from({ length: 7 }, (_each, night) => {
      const startMs = year.startDate + (night * 24 + 9.5) * 3_600_000;
      return { startMs, endMs: startMs + 24 * 3_600_000 };
    });
    const ranges = [[{ startMs: year.startDate, endMs: year.endDate + 1 }], nights];
    await app.send('POST', '/api/orders', {
      token: place.unit.key,
      body: { date: year.startDate + 1, drinks: [{ drinkId: place.unit.cubaLibre }] },
    });
    for (const some of ranges) {
      for (const unitId of [null, place.unit.id]) {
        statements.length = 0;
        await withTenant({ ownerId: place.owner.userId, venueIds: [venueId] }, () =>
          readSums(recorded.tenantDb, { venueId, unitId }, some),
        );
        await expectPlans(statements.slice(), { as: 'owner' }, mostSumsBuffers);
      }
    }
  });

  test('the daily comparison of a venue reads two spans of its sales', async () => {
    const { owner, unit } = place;
    const body = { drinks: [{ drinkId: unit.cubaLibre }] };
    expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(201);
    const { now } = app.deps;
    statements.length = 0;
    await withoutTenant(() =>
      verifyVenues({ db: recorded.tenantDb, now, logError: () => undefined }),
    );
    const { earlier_than: to } = await app.db
      .selectFrom('venue_verifications')
      .select('earlier_than')
      .where('venue_id', '=', owner.venueId)
      .executeTakeFirstOrThrow();
    expect(to?.getTime()).toBeGreaterThan(year.startDate);
    const read = statements.filter(({ sql: text }) => /^\s*(select|with)\b/i.test(text));
    await expectPlans(read, { as: 'admin' }, mostVerificationBuffers);
  });

  test.each(reads)('%s reads no more than its page', async (name, endpoint) => {
    const aim = targets[name]?.(place) ?? {};
    for (const read of more[name]?.(place, middleSale) ?? [{ as: 'owner' as const }]) {
      const readStatements = await statementsOf(endpoint, aim, read);
      const most = read.mostBuffers ?? mostBuffers[name] ?? usualBuffers;
      await expectPlans(readStatements, read, most);
    }
  });

  test('a drink of a venue that the statistics do not know reads its own ingredients only', async () => {
    for (const table of ['drinks', 'drink_ingredients', 'unit_inventory'])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
    await addClassicBars(place.owner, 1);
    await sql`analyze`.execute(app.db);
    const { owner } = await settleBeside(app, place, 'New');
    await addClassicBars(owner, 30);
    const aim = { params: { venueId: owner.venueId } };
    const listed = await statementsOf(endpoints.listDrinks, aim, { as: 'owner' });
    const read = listed.filter((statement) => statement.sql.includes('drink_ingredients'));
    expect(read).not.toEqual([]);
    for (const statement of read) {
      const plan = await planOf(statement, { as: 'admin' }, 'force_custom_plan');
      const parts = nodesOf(plan).filter((node) => node['Relation Name'] === 'drink_ingredients');
      expect(parts.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0]);
    }
  });

  /** Adds units with the ingredients and drinks of a standard bar. */
  async function addClassicBars({ token, venueId }: Place['owner'], count: number): Promise<void> {
    const send = async (path: string, body: object) => {
      const { status, text, body: answer } = await app.send('POST', path, { token, body });
      expect(status, text).toBeLessThan(300);
      return answer;
    };
    const units: string[] = [];
    while (units.length < count) units.push((await send(`/api/units/${venueId}`, {}))._id);
    const [from, ...to] = units;
    await send(`/api/units/${from}/standard-bar`, { bar: 'classic' });
    const parts = ['ingredients', 'drinks'];
    if (to.length > 0) await send('/api/copies', { from, to, parts, mode: 'add' });
  }

  async function expectPlans(
    read: readonly CompiledQuery[],
    by: Read,
    most: number,
  ): Promise<void> {
    for (const mode of ['force_custom_plan', 'force_generic_plan'] as const) {
      let buffers = 0;
      for (const statement of read) {
        const plan = await planOf(statement, by, mode);
        const scanned = nodesOf(plan)
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? '');
        expect(
          scanned.filter((table) => large.includes(table)),
          `${mode}: ${statement.sql}`,
        ).toEqual([]);
        buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
      expect(buffers, `${mode} ${JSON.stringify(by)}`).toBeLessThanOrEqual(most);
    }
  }
}
