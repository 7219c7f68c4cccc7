/** Orders and reports of a venue on the node that holds it, past the coordinator. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { asAdmin, withDatabase } from '../../db/testing/target.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { switchFlag } from '../../server/testing/stock.ts';

const server = inject('testServer');
let database: TestDatabase;
let app: TestApp;
let owner: TestOwner;
let unit: TestUnit;

beforeAll(async () => {
  database = await createTestDatabase('migrated', { toNodes: true });
  app = await startTestApp({}, database);
  owner = await addOwner(app, 'Rooftop');
  unit = await createUnit(app, owner);
  const at = { venueId: owner.venueId, unitId: unit.id };
  await switchFlag(app.db, at, 'general--inventory-management');
});
afterAll(() => app.close());

const sell = async (outcome = 'poured', key = 'none') => {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome }];
  const successQuantity = outcome === 'poured' ? 1 : 0;
  const body = { drinks: [{ drinkId: unit.cubaLibre, successQuantity, pours }] };
  const headers = key === 'none' ? {} : { 'idempotency-key': key };
  return app.send('POST', '/api/orders', { token: unit.key, body, headers });
};

const readReport = (token: string) => {
  const at = Date.now();
  const range = `startDate=${at - 86_400_000}&endDate=${at + 86_400_000}`;
  return app.send('GET', `/api/orders/sales/report?venueId=${owner.venueId}&${range}`, { token });
};

const report = async () => {
  const { status, body } = await readReport(owner.token);
  expect(status).toBe(200);
  return body;
};

const nameOf = (): string => {
  if (!('database' in database.target)) throw new Error('A test database has a name');
  return database.target.database;
};

/** Statements that the coordinator has sent to a shard meanwhile. */
async function countAtCoordinator(work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const [found] = await asAdmin(
      withDatabase(server.admin, nameOf()),
      `select sum(query_execution_single_shard + query_execution_multi_shard)::int as count
       from citus_stat_counters where name = current_database()`,
    );
    return Number(found?.['count']);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

test('the sale of an order and the figures of a report do not pass the coordinator', async () => {
  await sell();
  await report();
  const order = async () => expect((await sell()).status).toBe(201);
  expect(await countAtCoordinator(order)).toBeLessThanOrEqual(1);
  // The flags and the rules of nights of the venue.
  expect(await countAtCoordinator(report)).toBeLessThanOrEqual(3);
});

test('an order that queues a job is stored once, with its job', async () => {
  const stored = await sell('blocked', 'a');
  expect(stored.status).toBe(201);
  const again = await sell('blocked', 'a');
  expect([again.status, again.body.id]).toEqual([200, stored.body.id]);
  const { id } = stored.body;
  const cases = await app.db
    .selectFrom('pour_cases')
    .select('order_id')
    .where('venue_id', '=', owner.venueId)
    .execute();
  expect(cases).toEqual([{ order_id: id }]);
  const { rows } = await app.pool.query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs where task_identifier = 'check alerts'`,
  );
  expect(rows.length).toBeGreaterThan(0);
});

test('a sale is in the report at once, and a stranger sees none of it', async () => {
  const { total } = (await report()).pagination;
  expect((await sell()).status).toBe(201);
  expect((await report()).pagination.total).toBe(total + 1);
  const other = await addOwner(app, 'Harbour');
  expect((await readReport(other.token)).status).toBe(404);
});

test('a venue whose shard has moved goes on, through any node', async () => {
  const coordinator = withDatabase(server.admin, nameOf());
  const [move] = await asAdmin(
    coordinator,
    `select format(
       'select citus_move_shard_placement(%s, %L, %s, %L, %s, ''block_writes'')',
       shardid, held.nodename, held.nodeport, other.nodename, other.nodeport
     ) as sql
     from pg_dist_placement join pg_dist_node as held using (groupid)
     join pg_dist_node as other on other.groupid not in (0, held.groupid)
     where shardid = get_shard_id_for_distribution_column('orders', '${owner.venueId}'::uuid)`,
  );
  await asAdmin(coordinator, String(move?.['sql']));
  expect((await sell()).status).toBe(201);
  await report();
});
