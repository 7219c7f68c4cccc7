/**
 * Plans of every read of the API over a million sales: no scan of a whole large table, and no more buffers than a page
 * needs, on the bundled PostgreSQL and on PostgreSQL 15 with its default settings.
 */
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Connection, type ConnectionTarget } from '../../db/pool/connect.ts';
import { tenantPool } from '../../db/pool/tenant-pool.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { migrate } from '../../db/migrate.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type Tenant, withTenant } from '../../db/tenant.ts';
import { addSuperAdmin, startTestApp, type TestApp } from '../../server/testing/app.ts';
import { addressOf, type Place, settle, targets } from '../../server/testing/endpoint-targets.ts';
import { isInstalled, startInstalledPostgres } from '../../server/testing/installed-postgres.ts';
import { addMillionSales, year } from './million-sales.ts';

const large = ['orders', 'ordered_drinks', 'pours', 'sales_rollups', 'drink_rollups', 'audit'];

interface Server {
  target: ConnectionTarget;
  connection: Connection;
  stop: () => Promise<void>;
}

const servers: Record<string, (() => Promise<Server>) | null> = {
  'the bundled PostgreSQL': async () => {
    const { target, connection, drop } = await createTestDatabase();
    return { target, connection, stop: drop };
  },
  'PostgreSQL 15 with default settings': isInstalled(15)
    ? async () => {
        const server = await startInstalledPostgres(15);
        const connection = connect(server.target);
        await migrate(connection);
        const stop = async () => {
          await connection.close();
          await server.stop();
        };
        return { target: server.target, connection, stop };
      }
    : null,
};

for (const [name, start] of Object.entries(servers)) {
  if (start === null) test.skip(`on ${name}, which is not installed`, () => undefined);
  else describe(`on ${name}`, () => plansOn(start));
}

const everyYear = { startDate: String(year.startDate), endDate: String(year.endDate) };

interface Read {
  as: 'owner' | 'admin' | 'unit';
  query?: Record<string, string>;
}

/** Further reads of an endpoint, beside the one of its default target. */
const more: { [name in EndpointName]?: (place: Place) => Read[] } = {
  listOrders: () => [{ as: 'owner' }, { as: 'admin' }, { as: 'unit' }],
  listAudit: () => [
    { as: 'owner', query: { 'pagination[size]': '100' } },
    { as: 'admin' },
    { as: 'admin', query: { search: 'unit 77777' } },
  ],
  getSalesReport: ({ owner, unit }) => [
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear } },
    { as: 'owner', query: { venueId: owner.venueId, unitId: unit.id, ...everyYear } },
    {
      as: 'owner',
      query: { venueId: owner.venueId, ...everyYear, 'pagination[current]': '30000' },
    },
  ],
  getDrinkStatistics: ({ owner, unit }) => [
    { as: 'owner', query: { venueId: owner.venueId, ...everyYear } },
    { as: 'owner', query: { venueId: owner.venueId, unitId: unit.id, ...everyYear } },
  ],
  listOwners: () => [{ as: 'admin' }],
};

/** Reads that go over more rows than a page, by their contract. */
const unbounded: { [name in EndpointName]?: string } = {
  downloadSalesCsv: 'streams the whole range',
  downloadAuditCsv: 'reads ten thousand entries',
};

/** Buffers that one request may read: rows of a page, buckets of a year, index levels. */
const mostBuffers: { [name in EndpointName]?: number } = {
  getSalesReport: 3000,
  getDrinkStatistics: 3000,
  getVenueOverview: 3000,
  listAudit: 12_000,
};
const usualBuffers = 1000;

const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method, guarded }]) => method === 'GET' && !guarded && !(name in unbounded),
);

function plansOn(start: () => Promise<Server>): void {
  let server: Server;
  let app: TestApp;
  let place: Place;
  let admin: string;
  let tenant: Tenant;
  const caught: CompiledQuery[] = [];

  beforeAll(async () => {
    server = await start();
    const { pool } = server.connection;
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: tenantPool(pool) }),
      log: ({ query }) => void caught.push(query),
    });
    app = await startTestApp({ db, pool });
    place = await settle(app, 'Large');
    admin = await addSuperAdmin(app);
    tenant = { ownerId: place.owner.userId, venueIds: [place.owner.venueId] };
    const patient = connect(server.target, { max: 1, statementTimeoutMs: 0 });
    await addMillionSales(patient.db, place.owner.venueId, place.unit.id);
    await patient.close();
  }, 300_000);
  afterAll(async () => {
    await app.close();
    await server.stop();
  });

  const tokenOf = ({ as }: Read) => ({ owner: place.owner.token, admin, unit: place.unit.key })[as];

  async function statementsOf(endpoint: Endpoint, aim: object, read: Read) {
    caught.length = 0;
    const { status, text } = await app.send(
      'GET',
      addressOf(endpoint, { ...aim, ...(read.query ? { query: read.query } : {}) }),
      { token: tokenOf(read) },
    );
    expect(status, text).toBeLessThan(500);
    return caught.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
  }

  async function planOf(statement: CompiledQuery, read: Read): Promise<Plan> {
    const rows = read.as === 'owner' ? tenant : null;
    const { rows: plans } = await withTenant(rows, () =>
      app.deps.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
        ...statement,
        sql: `explain (analyze, buffers, format json) ${statement.sql}`,
      }),
    );
    const [plan] = plans[0]?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('explain returns a plan');
    return plan.Plan;
  }

  test.each(reads)('%s reads no more than its page', async (name, endpoint) => {
    const aim = targets[name]?.(place) ?? {};
    for (const read of more[name]?.(place) ?? [{ as: 'owner' as const }]) {
      let buffers = 0;
      for (const statement of await statementsOf(endpoint, aim, read)) {
        const plan = await planOf(statement, read);
        const scanned = nodesOf(plan)
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? '');
        expect(
          scanned.filter((table) => large.includes(table)),
          statement.sql,
        ).toEqual([]);
        buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
      expect(buffers, JSON.stringify(read)).toBeLessThanOrEqual(mostBuffers[name] ?? usualBuffers);
    }
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
