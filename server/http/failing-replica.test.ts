import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Replica } from '../../db/pool/replica.ts';
import { type ReplicatedApp, startReplicatedApp } from '../testing/databases.ts';

const mostSecondsBehind = 2;
let at: ReplicatedApp;
let replica: Replica;

beforeAll(async () => {
  at = await startReplicatedApp({}, mostSecondsBehind);
  replica = at.app.deps.readRouter.replica as Replica;
  await at.sell();
}, 60_000);
afterAll(() => at.close());

const state = (): string => replica.state;
const isUsed = () => expect.poll(state, { timeout: 20_000 }).toBe('used');
beforeEach(async () => {
  await at.resumeReplay();
  await isUsed();
});

const outcomes = () => ({ ...at.app.deps.readRouter.counts });
const path = (name = ''): string => {
  const query = new URLSearchParams({
    venueId: at.owner.venueId,
    startDate: String(Date.now() - 3_600_000),
    endDate: String(Date.now() + 3_600_000),
  });
  return `/api/orders/sales/report${name}?${query.toString()}`;
};
const get = (url = path()) => at.app.send('GET', url, { token: at.owner.token });
const sales = async (): Promise<number> => (await get()).body.pagination.total;

/** Reads without a pause until stopped; returns the status of each response. */
function readAlong(urls: readonly string[]) {
  const statuses: number[] = [];
  const reader = { isOn: true };
  const reading = urls.map(async (url) => {
    while (reader.isOn) statuses.push((await get(url)).status);
  });
  return {
    statuses,
    stop: async (): Promise<number[]> => {
      reader.isOn = false;
      await Promise.all(reading);
      return [...new Set(statuses)];
    },
  };
}

test('a killed standby fails no request, is left out, and is used again after its restart', async () => {
  const audit = '/api/audit';
  const reading = readAlong([path(), path(), audit, path('.csv')]);
  const { replica: before } = outcomes();
  await expect.poll(() => outcomes().replica, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  await at.servers.standby.kill();
  await expect.poll(state, { timeout: 2_000, interval: 5 }).toBe('unreachable');
  const { left_out: out } = outcomes();
  await expect.poll(() => outcomes().left_out, { timeout: 20_000 }).toBeGreaterThan(out + 10);
  expect((await at.app.send('GET', '/readyz')).body).toMatchObject({
    ready: true,
    replica: { state: 'unreachable', secondsBehind: null, bytesBehind: null },
  });
  await at.servers.standby.start();
  await isUsed();
  const { replica: again } = outcomes();
  await expect.poll(() => outcomes().replica, { timeout: 20_000 }).toBeGreaterThan(again + 20);
  expect(await reading.stop()).toEqual([200]);
});

test('a standby that is behind is left out until it has caught up', async () => {
  await at.pauseReplay();
  const before = await sales();
  await at.sell();
  await expect.poll(state, { timeout: 20_000 }).toBe('behind');
  const counts = outcomes();
  expect(await sales()).toBe(before + 1);
  expect(outcomes()).toEqual({ ...counts, left_out: counts.left_out + 1 });
  const { secondsBehind, bytesBehind } = replica.describe();
  expect(secondsBehind).toBeGreaterThanOrEqual(mostSecondsBehind);
  expect(bytesBehind).toBeGreaterThan(0);
  await at.resumeReplay();
  await isUsed();
});

test('a standby is not behind while nothing is written', async () => {
  const isIdle = `select now() - pg_last_xact_replay_timestamp() > interval '3 s' as so`;
  await expect
    .poll(async () => (await at.servers.standby.query(isIdle))[0]?.['so'], { timeout: 20_000 })
    .toBe(true);
  expect(replica.describe()).toEqual({ state: 'used', secondsBehind: 0, bytesBehind: 0 });
});

test('a read that conflicts with the replay is repeated on the primary', async () => {
  await at.app.pool.query('create table if not exists crowded as select 1 as one');
  await at.servers.caughtUp();
  const counts = outcomes();
  const reads = at.app.deps.readRouter.after(null);
  let runs = 0;
  const found = await reads.query((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        runs += 1;
        await sql`select count(*) from orders`.execute(snapshot);
        // The standby waits a moment for the snapshot, and then cancels its next statement.
        if (runs === 1) await at.app.pool.query('delete from crowded');
        if (runs === 1) await at.app.pool.query('vacuum crowded');
        if (runs === 1) await at.servers.caughtUp();
        const { rows } = await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(
          snapshot,
        );
        return rows[0]?.on;
      }),
  );
  expect([found, runs]).toEqual([false, 2]);
  expect(outcomes()).toEqual({ ...counts, repeated: counts.repeated + 1 });
});

test('a read of a table that the standby has not replayed is repeated on the primary', async () => {
  await at.pauseReplay();
  await at.app.pool.query('create table arrived as select 1 as one');
  const reads = at.app.deps.readRouter.after(null);
  const counts = outcomes();
  await reads.query((db) => sql`select * from arrived`.execute(db)).catch(() => undefined);
  expect(outcomes()).toEqual({ ...counts, repeated: counts.repeated + 1 });
});

test('an error of a value is not repeated', async () => {
  const counts = outcomes();
  const reads = at.app.deps.readRouter.after(null);
  await expect(reads.query((db) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({
    code: '22012',
  });
  expect(outcomes()).toEqual(counts);
});

test('a promoted standby is left out', async () => {
  await at.servers.standby.query('select pg_promote()');
  await expect.poll(state, { timeout: 20_000 }).toBe('other');
  expect((await get()).status).toBe(200);
});
