import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockUnit } from '../../server/units/units.queries.ts';
import { ImportTest } from '../testing/import.ts';

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

describe('import progress', () => {
  const rows = Array.from(
    { length: 6_200 },
    (_, index) => `${new Date(Date.UTC(2024, 1, 1, 0, index)).toISOString()},Latte,1`,
  );
  const content = ['date,drink,money', ...rows].join('\n');

  test('reports progress every five thousand sales without a terminal', async () => {
    const { out } = await here.importFile(content);
    const described = out.split('\n').filter((line) => line.includes('% read'));
    expect(described).toEqual([
      expect.stringMatching(/^\d+ % read: 5,000 stored, 0 already there, 0 rejected$/),
    ]);
  });

  test('rewrites the progress line in a terminal and removes it at the end', async () => {
    await writeFile(here.path('sales.csv'), content);
    const { out } = await here.run(['sales.csv', ...here.into()], { isTTY: true });
    expect(out).toContain('\r\u001B[K100 % read: 6,200 stored, 0 already there, 0 rejected');
    expect(out.split('\n').filter((line) => line.includes('% read'))).toHaveLength(1);
    expect(out).toContain('\r\u001B[KSales: 6,200 stored');
  });

  test('a stopped import keeps stored sales and completes on the next run', async () => {
    const stopping = new AbortController();
    await writeFile(here.path('sales.csv'), content);
    const stopped = await here.run(['sales.csv', ...here.into()], {
      stop: stopping.signal,
      onWrite: (text) => {
        if (text.includes('5,000 stored')) stopping.abort();
      },
    });
    expect(stopped).toMatchObject({
      code: 1,
      err: 'Stopped before the end of the file. Stored sales remain; run the same command again to continue.\n',
    });
    const early = (await here.sold()).length;
    expect(early).toBeGreaterThanOrEqual(5_000);
    expect(early).toBeLessThan(6_200);
    const { out } = await here.run(['sales.csv', ...here.into()]);
    expect(out).toContain(`${early.toLocaleString('en-US')} already there, 0 rejected.`);
    expect(await here.sold()).toHaveLength(6_200);
  });

  test('an import whose database connection is lost keeps stored sales and completes on the next run', async () => {
    await writeFile(here.path('sales.csv'), content);
    const cuts: Promise<void>[] = [];
    const { code, err } = await here.run(['sales.csv', ...here.into()], {
      onWrite: (text) => {
        if (text.includes('5,000 stored')) cuts.push(cutOff());
      },
    });
    await Promise.all(cuts);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The import stopped: .*\. Stored sales remain; run the same command again/,
    );
    expect(await here.run(['sales.csv', ...here.into()])).toMatchObject({ code: 0 });
    expect(await here.sold()).toHaveLength(6_200);
  });
});

/** Terminates the import's connection in the middle of a transaction, while it waits for the unit. */
function cutOff(): Promise<void> {
  return here.app.db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, { venue_id: here.owner.venueId, id: here.unit.id });
    for (let ended = 0; ended === 0;) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(transaction);
      ended = rows.length;
    }
  });
}

test('--help shows the usage', async () => {
  expect(await here.run(['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run import-sales -- FILE.csv --venue'),
  });
});
