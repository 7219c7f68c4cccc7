import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productFolder } from '../../db/product-folder.ts';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { ImportTest } from '../testing/import.ts';

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

const startProcess = (...args: string[]) =>
  spawn(process.execPath, ['build/server/import-sales.js', ...args], {
    cwd: productFolder,
    env: { PATH: process.env['PATH'], INIT_CWD: here.folder, DATABASE_URL: here.app.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function kept() {
  const { rows } = await sql`
    select grain, bucket, orders, sales_cents from sales_rollups order by grain, bucket, unit_id
  `.execute(here.app.db);
  return rows;
}

test('a killed import resumes and ends with every sale exactly once', async () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, index) => `${new Date(Date.UTC(2024, 1, 1, 0, index)).toISOString()},Latte,1`,
  );
  await writeFile(here.path('sales.csv'), ['date,drink,money', ...rows].join('\n'));

  for (let round = 1; round <= 2; round += 1) {
    const child = startProcess('sales.csv', ...here.into());
    child.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('% read')) child.kill('SIGKILL');
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const { length } = await here.sold();
    expect(length % 500).toBe(0);
    expect(length).toBeGreaterThanOrEqual(5_000);
    expect(length).toBeLessThan(12_000);
  }

  const last = startProcess('sales.csv', ...here.into());
  expect(await once(last, 'exit')).toEqual([0, null]);
  const sold = await here.sold();
  expect(sold).toHaveLength(12_000);
  expect(new Set(sold.map(([soldAt]) => soldAt)).size).toBe(12_000);
  const sums = await kept();
  await rebuildRollups(here.app.db);
  expect(sums).toEqual(await kept());
});
