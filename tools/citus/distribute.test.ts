/** npm run distribute: a database with sales is distributed whole, or stays as it was. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { distribute, planDistribution } from '../../db/distribution/distribute.ts';
import { distributedTables } from '../../db/distribution/placement.ts';
import { migrate } from '../../db/migrate.ts';
import { clientConfig, connect, type ConnectionTarget } from '../../db/pool/connect.ts';
import { tenantRoles } from '../../db/tenant.ts';
import { createDatabase, dropDatabase } from '../../db/testing/database.ts';
import { asAdmin, urlOf, withDatabase } from '../../db/testing/target.ts';
import { closeCitusDatabase, createCitusDatabase } from '../../db/testing/citus-cluster.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { runDistribute } from '../distribute/run-distribute.ts';
import { runHere } from '../testing/run-here.ts';

const server = inject('testServer');
/** Has the schema, and is not distributed. */
const template = nextName();
let name: string;
let target: ConnectionTarget;
let app: TestApp;
let owner: TestOwner;
let unit: TestUnit;

function nextName(): string {
  return `${server.prefix}${randomBytes(6).toString('hex')}`;
}

beforeAll(async () => {
  await createCitusDatabase(server, template);
  const connection = connect(withDatabase(server.worker, template), { max: 1 });
  await migrate(connection);
  await connection.close();
  await closeCitusDatabase([server.admin, ...(server.otherNodes ?? [])], template);
});
afterAll(() => dropDatabase(server, template));

beforeEach(async () => {
  name = nextName();
  await createDatabase(server, name, template);
  target = withDatabase(server.worker, name);
  const connection = connect(target, { max: 10 });
  const drop = async (): Promise<void> => {
    await connection.close();
    await dropDatabase(server, name);
  };
  app = await startTestApp({}, { target, connection, drop });
  owner = await addOwner(app, 'Rooftop');
  unit = await createUnit(app, owner);
  for (let sold = 0; sold < 3; sold++) expect((await sell()).status).toBe(201);
});
afterEach(() => app.close());

const sell = () =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre }] },
  });

async function countRows(): Promise<Record<string, number>> {
  const counts = Object.fromEntries(
    await Promise.all(
      [...distributedTables, 'users', 'venues', 'units', 'audit', 'unit_keys'].map(
        async (table): Promise<[string, number]> => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from ${sql.table(table)}
          `.execute(app.db);
          return [table, rows[0]?.count ?? -1];
        },
      ),
    ),
  );
  return counts;
}

/** Total of today's sales, in dollars. */
async function report(): Promise<unknown> {
  const url = `/api/venues/${owner.venueId}/overview?timezone=UTC`;
  const { status, body } = await app.send('GET', url, { token: owner.token });
  expect(status).toBe(200);
  return body.today;
}

const run = (...args: string[]) =>
  runHere((terminal) => runDistribute(args, terminal), {
    environment: { DATABASE_URL: urlOf(target) },
  });

async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(clientConfig(target));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const pending = () => withClient(planDistribution);

test('says what it would do, does it with --yes, and keeps every row and figure', async () => {
  const before = { rows: await countRows(), report: await report() };
  expect(await run()).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^On 2 worker nodes, [\d.]+ MB:\n- copied to every node: users, venues, units\n- distributed by venue: orders, .*\n.*To begin: npm run distribute -- --yes\n$/,
    ),
  });
  expect((await pending()).distributed).toEqual([...distributedTables]);

  expect(await run('--yes')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/distributing orders\n[^]*Done in \d+\.\d s\.\n$/),
  });
  expect(await pending()).toMatchObject({ reference: [], distributed: [] });
  expect({ rows: await countRows(), report: await report() }).toEqual(before);
  expect(await run('--yes')).toMatchObject({
    out: 'The database is distributed over 2 worker nodes.\n',
  });

  expect((await sell()).status).toBe(201);
  expect((await countRows())['orders']).toBe(4);
});

test('an interrupted run changes nothing, and can be repeated', async () => {
  const before = await countRows();
  const interrupted = withClient((client) =>
    distribute(client, (step) => {
      if (step === 'distributing refunds') void client.end();
    }),
  );
  await expect(interrupted).rejects.toThrow(/Connection terminated|closed/);
  expect((await pending()).distributed).toEqual([...distributedTables]);
  expect(await countRows()).toEqual(before);
  expect((await sell()).status).toBe(201);
  expect((await run('--yes')).code).toBe(0);
});

test('without a worker node, or for a role that cannot connect to it, it refuses', async () => {
  const [, node] = server.otherNodes ?? [];
  const role = tenantRoles.severalVenues;
  if (!node) throw new Error('The cluster has two worker nodes');
  // Roles are those of all databases of the cluster, which other tests use meanwhile.
  await asAdmin(node, `revoke connect on database ${name} from public`);
  await asAdmin(node, `grant connect on database ${name} to ${tenantRoles.oneVenue}`);
  expect(await run('--yes')).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`^.*The role ${role} cannot connect to the worker node`)),
  });
  await asAdmin(node, `grant connect on database ${name} to public`);

  const { rows } = await sql<{ nodename: string; nodeport: number }>`
    select nodename, nodeport from pg_dist_node where groupid > 0
  `.execute(app.db);
  for (const { nodename, nodeport } of rows) {
    await asAdmin(
      withDatabase(server.admin, name),
      `select citus_remove_node('${nodename}', ${nodeport})`,
    );
  }
  expect(await run('--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The cluster has no worker nodes'),
  });
  expect((await countRows())['orders']).toBe(3);
});
