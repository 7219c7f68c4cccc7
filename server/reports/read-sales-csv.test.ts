import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { readSalesCsv } from './sales-csv.ts';

withApp({ owner: 'Rooftop' });

const range = { startMs: Date.UTC(2024, 0, 1), endMs: Date.UTC(2024, 1, 1) };
const start = async (account: string): Promise<Readable> => {
  const scope = { venueId: owner.venueId, unitId: null };
  const as = { timezone: 'UTC', feesReported: false };
  return (await readSalesCsv(downloads(), account, scope, range, as)).csv;
};
const leave = async (csv: Readable): Promise<void> => {
  const closed = once(csv, 'close');
  csv.destroy();
  await closed;
};
const downloads = (): Pool => app.deps.readRouter.primary.downloads;
const inUse = (): number => downloads().totalCount - downloads().idleCount;

test('an export that is never read releases its connection', async () => {
  const csv = await start('one');
  expect(inUse()).toBe(1);
  await leave(csv);
  expect(inUse()).toBe(0);
});

test('an aborted export and a completed one release their connections', async () => {
  const left = await start('one');
  await once(left, 'readable');
  await leave(left);
  const csv = await start('two');
  for await (const piece of csv) expect(piece).toEqual(expect.any(String));
  expect(inUse()).toBe(0);
});

test('the limit on concurrent exports leaves connections for other requests', async () => {
  const open = await Promise.all(['1', '2', '3', '4', '5'].map(start));
  await expect(start('6')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 10 });
  expect(inUse()).toBe(5);
  await leave(open[0] as Readable);
  await leave(await start('6'));
  await Promise.all(open.slice(1).map(leave));
  expect(inUse()).toBe(0);
});
