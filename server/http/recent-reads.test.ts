import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writtenHeader } from '../../contract/headers.ts';
import { withPriority } from '../../db/pool/lanes.ts';
import type { Replica } from '../../db/pool/replica.ts';
import { withTenant } from '../../db/tenant.ts';
import { addOwner, addSuperAdmin, createUnit, startTestApp, type TestApp } from '../testing/app.ts';
import {
  farBehind,
  type ReplicatedApp,
  startReplicatedApp,
} from '../testing/services/databases.ts';
import { countingPayments } from '../testing/refunds.ts';

describe('recent reads', () => {
  const metricsToken = 'prometheus-may-read';
  const provider = countingPayments();
  let at: ReplicatedApp;
  let app: TestApp;
  let admin: string;
  let orderId: string;

  beforeAll(async () => {
    at = await startReplicatedApp({ metricsToken, payments: provider });
    ({ app } = at);
    admin = await addSuperAdmin(app);
    orderId = await at.sell();
  }, 60_000);
  afterAll(() => at.close());
  beforeEach(() => at.resumeReplay());

  const startDate = Date.now() - 3_600_000;
  const range = (): string =>
    new URLSearchParams({
      venueId: at.owner.venueId,
      startDate: String(startDate),
      endDate: String(Date.now() + 3_600_000),
    }).toString();

  const get = (path: string, token: string, written?: string, of = app) =>
    of.send('GET', path, {
      token,
      headers: written === undefined ? {} : { [writtenHeader]: written },
    });
  const report = (token = at.owner.token, written?: string, of = app) =>
    get(`/api/orders/sales/report?${range()}`, token, written, of);
  const sales = async (...sent: Parameters<typeof report>): Promise<number> =>
    (await report(...sent)).body.pagination.total;
  const audited = async (written?: string): Promise<number> =>
    (await get('/api/audit?pagination[size]=100', at.owner.token, written)).body.entries.length;
  const outcomes = () => ({ ...app.deps.readRouter.counts });

  /** Counts of every endpoint that may be a moment old, as the owner sees them. */
  async function seen(): Promise<Record<string, number>> {
    const text = async (path: string): Promise<string> => (await get(path, at.owner.token)).text;
    const overview = await get(
      `/api/venues/${at.owner.venueId}/overview?timezone=UTC`,
      at.owner.token,
    );
    const statistics = await get(`/api/reports/drinks?${range()}`, at.owner.token);
    const csv = await get(`/api/orders/sales/report.csv?${range()}`, at.owner.token);
    return {
      report: await sales(),
      statistics: statistics.body[0].quantity,
      csv: Number(csv.headers['x-total-count']),
      overview: overview.body.orders,
      audit: await audited(),
      'audit CSV': (await text('/api/audit.csv')).split('\r\n').length,
    };
  }

  test('reports, statistics, downloads, the overview and the audit log are read from the standby', async () => {
    const before = await seen();
    await at.pauseReplay();
    await at.sell();
    const body = { name: 'Rooftop Bar & Grill' };
    const url = `/api/users/venues/${at.owner.venueId}`;
    expect((await app.send('PUT', url, { token: admin, body })).status).toBe(200);
    const counts = outcomes();
    expect(await seen()).toEqual(before);
    expect(outcomes()).toEqual({ ...counts, replica: counts.replica + 8 });

    await at.resumeReplay();
    const after = await seen();
    for (const name of ['report', 'statistics', 'csv', 'overview'])
      expect([name, after[name]]).toEqual([name, (before[name] ?? 0) + 1]);
  });

  test('a mailed report is read from the standby and queued on the primary', async () => {
    const counts = outcomes();
    const { venueId } = at.owner;
    const body = { venueId, startDate, endDate: Date.now(), timezone: 'UTC' };
    const mailed = await app.send('POST', '/api/reports/sales/mail', {
      token: at.owner.token,
      body,
    });
    expect(mailed.status).toBe(202);
    expect(outcomes()).toEqual({ ...counts, replica: counts.replica + 1 });
  });

  test('a person sees their own change at once, in every process, and others read from the standby', async () => {
    const other = await startTestApp(
      { readRouter: await at.openReads(farBehind) },
      { ...at.servers.database, drop: () => Promise.resolve() },
    );
    await at.pauseReplay();
    const refundsIn = async (...sent: Parameters<typeof report>): Promise<number> =>
      (await report(...sent)).body.totalRefunds;
    const refund = `/api/orders/${orderId}/refund?drinkIndexes=0`;
    const refunded = await get(refund, at.owner.token);
    expect([refunded.status, refunded.headers[writtenHeader]]).toEqual([
      200,
      expect.stringMatching(/^[\da-f]{16}$/),
    ]);
    const written = refunded.headers[writtenHeader] as string;
    const [mine, theirs] = [await refundsIn(at.owner.token, written), await refundsIn(admin)];
    expect([mine > 0, theirs]).toEqual([true, 0]);
    expect(await refundsIn(at.owner.token, written, other)).toBe(mine);
    expect(app.deps.readRouter.counts.not_replayed).toBeGreaterThan(0);
    expect(other.deps.readRouter.counts).toMatchObject({ replica: 0, not_replayed: 1 });

    await at.resumeReplay();
    // Polls of both processes find out.
    await expect
      .poll(async () => {
        await refundsIn(at.owner.token, written, other);
        return other.deps.readRouter.counts.replica;
      })
      .toBe(1);
    await other.app.close();
  });

  test('a change that is refused after a part of it was stored is seen as well', async () => {
    const paid = await at.sell({ paymentId: 'pi_1' });
    await at.servers.caughtUp();
    await at.pauseReplay();
    provider.behaviour = 'declines';
    const refund = await get(`/api/orders/${paid}/refund?drinkIndexes=0`, at.owner.token);
    const written = refund.headers[writtenHeader] as string;
    expect([refund.status, written]).toEqual([402, expect.stringMatching(/^[\da-f]{16}$/)]);
    const stateOf = async (seen?: string): Promise<unknown> =>
      (await report(at.owner.token, seen)).body.sales.find(({ id }: any) => id === paid).drinks[0]
        .refund;
    expect([await stateOf(written), await stateOf()]).toEqual(['failed', undefined]);
  });

  test('only changes of people return a position', async () => {
    expect((await report()).headers).not.toHaveProperty(writtenHeader);
    const body = { drinks: [{ drinkId: at.unit.cubaLibre, quantity: 1 }] };
    const sold = await app.send('POST', '/api/orders', { token: at.unit.key, body });
    expect(sold.headers).not.toHaveProperty(writtenHeader);
  });

  test.each(['', 'x', '0/1', '-1', '10000000000000000', '00000000000000zz'])(
    'a position %j is ignored',
    async (written) => {
      const counts = outcomes();
      expect((await report(at.owner.token, written)).status).toBe(200);
      expect(outcomes()).toEqual({ ...counts, replica: counts.replica + 1 });
    },
  );

  test('a position that does not exist yet costs its sender a read from the primary, and no one else', async () => {
    const counts = outcomes();
    expect((await report(at.owner.token, 'f'.repeat(16))).status).toBe(200);
    expect((await report(admin)).status).toBe(200);
    expect(outcomes()).toEqual({
      ...counts,
      replica: counts.replica + 1,
      not_replayed: counts.not_replayed + 1,
    });
  });

  test('an owner sees nothing of another owner on the standby', async () => {
    const stranger = await addOwner(app, 'Stranger');
    await createUnit(app, stranger);
    await at.servers.caughtUp();
    expect((await report(stranger.token)).status).toBe(404);
    const reads = app.deps.readRouter.after(null);
    const rows = (ownerId: string, venueId: string) =>
      withTenant({ ownerId, venueIds: [venueId] }, () =>
        reads.query(async (db) => {
          const orders = await db.selectFrom('orders').select('venue_id').distinct().execute();
          const venues = await db.selectFrom('venues').select('id').execute();
          return [orders.map((row) => row.venue_id), venues.map((row) => row.id)];
        }),
      );
    const counts = outcomes();
    expect(await rows(stranger.userId, stranger.venueId)).toEqual([[], [stranger.venueId]]);
    const { userId, venueId } = at.owner;
    expect(await rows(userId, venueId)).toEqual([[venueId], [venueId]]);
    expect(await reads.query((db) => db.selectFrom('orders').select('id').execute())).toEqual([]);
    expect(outcomes()).toEqual({ ...counts, replica: counts.replica + 3 });
  });

  test('a page of the audit log continues after an entry that the standby has not replayed', async () => {
    await at.pauseReplay();
    const body = { name: 'Rooftop Terrace' };
    const url = `/api/users/venues/${at.owner.venueId}`;
    const changed = await app.send('PUT', url, { token: at.owner.token, body });
    const written = changed.headers[writtenHeader] as string;
    const { entries } = (await get('/api/audit', at.owner.token, written)).body;
    const next = await get(`/api/audit?before=${entries[0].id}`, at.owner.token);
    expect([next.status, next.body.entries[0].id]).toEqual([200, entries[1].id]);
  });

  test('the connections of an account are limited as on the primary', async () => {
    const reads = app.deps.readRouter.after(null);
    const held: (() => void)[] = [];
    const hold = () =>
      reads.query((db) =>
        db.connection().execute(async (connection) => {
          await sql`select 1`.execute(connection);
          await new Promise<void>((resolve) => held.push(resolve));
        }),
      );
    const share = [{ key: 'account of a test', most: 3 }];
    const all = Promise.all([1, 2, 3, 4, 5].map(() => withPriority('requests', share, hold)));
    await expect.poll(() => held.length).toBe(3);
    // The connections for the others are free.
    await withPriority('requests', [], () => reads.query((db) => sql`select 1`.execute(db)));
    expect(held).toHaveLength(3);
    held.splice(0).forEach((release) => release());
    await expect.poll(() => held.length).toBe(2);
    held.forEach((release) => release());
    await all;
  });

  test('readiness and metrics describe the replica', async () => {
    const { body } = await app.send('GET', '/readyz');
    expect(body).toEqual({
      ready: true,
      replica: {
        state: 'used',
        secondsBehind: expect.any(Number),
        bytesBehind: expect.any(Number),
      },
    });
    const { text } = await app.send('GET', '/metrics', { token: metricsToken });
    expect(text).toContain('barback_replica_used 1\n');
    expect(text).toMatch(/^barback_replica_behind_seconds \d/m);
    expect(text).toMatch(/^barback_replica_behind_bytes \d/m);
    expect(text).toMatch(/^barback_replica_connections [1-9]/m);
    expect(text).toMatch(/^barback_recent_reads_total\{outcome="replica"\} [1-9]/m);
    expect(text).toMatch(/^barback_recent_reads_total\{outcome="not_replayed"\} [1-9]/m);
  });
});

describe('failing replica', () => {
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
});
