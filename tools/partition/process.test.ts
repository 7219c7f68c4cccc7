/** The built command npm run partition, killed with SIGKILL and run again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findState } from '../../db/partitions/state.ts';
import { progressTable, schemas } from '../../db/partitions/tables.ts';
import { clientConfig } from '../../db/pool/connect.ts';
import { productFolder } from '../../db/product-folder.ts';
import { createUnit, type TestUnit } from '../../server/testing/app.ts';
import { ImportTest } from '../testing/import.ts';

const imported = 9_000;

let here: ImportTest;
let client: Client;
let unit: TestUnit;

beforeAll(async () => {
  here = await ImportTest.start();
  await here.renewUnit();
  unit = await createUnit(here.app, here.owner);
  client = new Client(clientConfig({ url: here.app.databaseUrl }));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await here.close();
});

interface Ended {
  code: number | null;
  lines: string[];
}

/** Runs `work` while a transaction holds a lock on the table that only a change of its definition waits for. */
async function holding<T>(table: string, work: () => Promise<T>): Promise<T> {
  const holder = new Client(clientConfig({ url: here.app.databaseUrl }));
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${table} in access share mode`);
    return await work();
  } finally {
    await holder.end();
  }
}

/** Kills the command as soon as it has printed a line with this text, and `when` has come true. */
async function run(killAt: string | null = null, when = async () => true): Promise<Ended> {
  const child = spawn(process.execPath, ['build/server/partition.js', '--yes'], {
    cwd: productFolder,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: here.app.databaseUrl,
      DATA_DIR: here.path('data'),
      SEED: 'none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (killAt === null || !line.includes(killAt)) continue;
    while (child.exitCode === null && !(await when()));
    child.kill('SIGKILL');
  }
  await exited;
  return { code: child.exitCode, lines };
}

const isPartlyCopied = async (): Promise<boolean> => {
  const { rows } = await client.query(`select from ${schemas.copy}.orders limit 1`);
  return rows.length > 0;
};

const sell = (key: string) =>
  here.app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre }] },
    headers: { 'idempotency-key': key },
  });

/** Every row of the sales, but for what receipts have taken over. */
async function sales(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of ['orders', 'ordered_drinks', 'pours']) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(one) - 'idempotency_key' - 'body_hash')::text as row from ${table} as one order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

test('a command that is killed with SIGKILL, again and again, loses and doubles nothing', async () => {
  const rows = Array.from(
    { length: imported },
    (_, index) => `${new Date(Date.UTC(2024, 0, 1, 0, 10 * index)).toISOString()},Latte,1`,
  );
  await here.importFile(['date,drink,money', ...rows].join('\n'));

  // The exchange waits for a lock on the orders, and the end for one on the progress: a kill that comes late changes nothing.
  const kills = [
    { at: 'creating', held: 'orders', state: ['plain', 'copying'] },
    { at: 'copying', when: isPartlyCopied, held: 'orders', state: ['copying'] },
    { at: 'copying', held: 'orders', state: ['copying'] },
    { at: 'checking', held: 'orders', state: ['copying'] },
    { at: 'exchanged the tables', held: progressTable, state: ['exchanged'] },
  ];
  for (const [index, { at, when, held, state }] of kills.entries()) {
    expect((await sell(`sold before kill ${index}`)).status).toBe(201);
    const { code, lines } = await holding(held, () => run(at, when));
    expect(code, lines.join('\n')).toBeNull();
    expect(state).toContain(await findState(client));
    expect((await sell(`sold before kill ${index}`)).status).toBe(200);
  }

  const before = await sales();
  expect(before['orders']).toHaveLength(imported + kills.length);
  expect(await run()).toMatchObject({ code: 0 });
  expect(await findState(client)).toBe('partitioned');
  expect(await sales()).toEqual(before);
  const { rows: parts } = await client.query(
    `select count(*)::int as orders, count(distinct id)::int as ids,
       count(distinct tableoid)::int as partitions from orders`,
  );
  expect(parts).toEqual([
    { orders: imported + kills.length, ids: imported + kills.length, partitions: 4 },
  ]);
});
