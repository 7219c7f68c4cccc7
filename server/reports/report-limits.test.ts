import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { reportLimits } from './reports.routes.ts';
import { addOwner, type Reply, startTestApp, type TestApp } from '../testing/app.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { end, other, query, start, withTwoMonthsOfSales } from '../testing/sales.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('report limits', () => {
  withTwoMonthsOfSales();

  const range = { startDate: start, endDate: end };

  test('limits downloads, statistics and large pages of an account, and nothing else', async () => {
    const eager = await addOwner(app, 'Eager');
    const get = (path: string, of = eager): Promise<Reply> =>
      app.send('GET', `${path}${query(range).replace(owner.venueId, of.venueId)}`, {
        token: of.token,
      });
    const download = () => get('/api/orders/sales/report.csv?timezone=UTC&');
    let refused = await download();
    for (let tries = 0; tries < 1000 && refused.status === 200; tries += 1)
      refused = await download();

    const statistics = '/api/reports/drinks?';
    const page = '/api/orders/sales/report?pagination[size]=';
    for (const response of [refused, await get(statistics), await get(`${page}10000&`)]) {
      expect(response).toMatchObject({
        status: 429,
        body: { error: { message: 'Too many requests. Please wait a little and try again' } },
      });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await get(`${page}100&`)).status).toBe(200);
    for (const path of [statistics, `${page}10000&`])
      expect((await get(path, owner)).status).toBe(200);
  });

  test('counts the rows that a page has, not those that it could have', async () => {
    const limits = reportLimits(app.deps.pool);
    const account = { userId: other.id };
    const read = (rows: number) => () => Promise.resolve({ sales: [Array.from({ length: rows })] });
    for (let count = 0; count < 100; count += 1) await limits.limitPage(account, 10_000, read(500));
    for (let count = 0; count < 7; count += 1)
      await limits.limitPage(account, 10_000, read(10_000));
    await expect(limits.limitPage(account, 10_000, read(10_000))).rejects.toMatchObject({
      status: 429,
    });
  });

  test('large pages of an account are read one after the other, those of others meanwhile', async () => {
    const limits = reportLimits(app.deps.pool);
    const begun: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = (name: string) => async () => {
      begun.push(name);
      await held;
      return { sales: [] };
    };
    const pages = [
      limits.limitPage({ userId: 'one' }, 1_000, read('first of one')),
      limits.limitPage({ userId: 'one' }, 1_000, read('second of one')),
      limits.limitPage({ userId: 'two' }, 1_000, read('first of two')),
      limits.limitPage({ userId: 'one' }, 100, read('small one')),
    ];
    await expect.poll(() => begun.length).toBe(3);
    expect(begun.toSorted()).toEqual(['first of one', 'first of two', 'small one']);
    release();
    await Promise.all(pages);
    expect(begun.at(-1)).toBe('second of one');
  });
});

describe('report statements', () => {
  const statements: CompiledQuery[] = [];
  let recorded: Connection;
  let app: TestApp;
  beforeAll(async () => {
    const database = await createTestDatabase();
    recorded = connect(database.target, { onStatement: (query) => void statements.push(query) });
    const { tenantDb: db, downloads } = recorded;
    const readRouter = new ReadRouter({ db, downloads });
    app = await startTestApp({ db, readRouter }, database);
  });
  afterAll(async () => {
    await recorded.close();
    await app.close();
  });

  async function statementsOf(pageSize: number): Promise<string[]> {
    const { token, venueId } = await addOwner(app, `Owner ${pageSize}`);
    const query = `venueId=${venueId}&startDate=1704085200000&endDate=1735707600000`;
    statements.length = 0;
    const url = `/api/orders/sales/report?${query}&pagination[size]=${pageSize}`;
    expect((await app.send('GET', url, { token })).status).toBe(200);
    return statements.map(({ sql }) => sql);
  }

  test('a report reads the session, the venue, and the sums with the page, in one statement each', async () => {
    const texts = await statementsOf(10);
    const tables = ['sessions', 'venues', 'sales_rollups'];
    expect(texts.map((text) => tables.find((table) => text.includes(table)))).toEqual(tables);
    // A statement with a star is planned anew for each request.
    expect(texts.filter((text) => /\*\s*from/.test(text))).toEqual([]);
  });

  test('a large page of a report is read in one transaction with the sums', async () => {
    const texts = await statementsOf(1000);
    const first = texts.slice(2).map((text) => text.trim().split(/\s/)[0]);
    expect(first).toEqual(['start', 'select', 'select', 'commit']);
  });
});

describe('mail sales report', () => {
  withTwoMonthsOfSales();

  const range = { startDate: start, endDate: end };
  const mail = (body: object = {}, token = owner.token) =>
    app.send('POST', '/api/reports/sales/mail', {
      token,
      body: { venueId: owner.venueId, ...range, timezone: 'America/New_York', ...body },
    });

  describe('mailed sales report', () => {
    test("mails the report to the requester's own address, with the same CSV as the download", async () => {
      const { status, body } = await mail({ unitId: unit.id });
      expect([status, body]).toEqual([202, { recipient: owner.email }]);
      const { mails, runAll } = testOutbox(app);
      await runAll();
      const csv = await app.send(
        'GET',
        `/api/orders/sales/report.csv?${query({ ...range, unitId: unit.id })}&timezone=America/New_York`,
        { token: owner.token },
      );
      expect(mails).toEqual([
        expect.objectContaining({
          to: owner.email,
          subject: 'Report acitivty from 2024-02-28 to 2024-04-02',
          text: 'The sales of Rooftop Bar from 2024-02-28 to 2024-04-02 are attached.',
          attachment: { name: 'sales-2024-02-28-2024-04-02.csv', content: csv.text },
        }),
      ]);

      app.setNow(new Date(end + 41 * 86_400_000));
      const left = () => app.db.selectFrom('messages').select('id').execute();
      expect(await left()).toHaveLength(1);
      await queueJobs(app.db, [{ kind: 'forget done jobs', key: 'a month later', payload: {} }]);
      await runAll();
      expect(await left()).toEqual([]);
      app.setNow(new Date(end + 86_400_000));
    });

    test('mails the report to no other recipient, whatever the body says', async () => {
      const stranger = await addOwner(app, 'Stranger');
      expect((await mail({ recipient: 'a@b.example' })).body).toEqual({ recipient: owner.email });
      expect((await mail({}, stranger.token)).status).toBe(404);
      expect((await mail({ timezone: 'Mars/Olympus' })).body).toEqual({
        timezone: 'Unknown timezone',
      });
      expect((await mail({ endDate: start - 1 })).status).toBe(400);
    });

    test('rejects a report that is too large to be mailed', async () => {
      const big = await addOwner(app, 'Big');
      await app.db
        .updateTable('ordered_drinks')
        .set({ name: 'x'.repeat(100_000) })
        .where('venue_id', '=', owner.venueId)
        .execute();
      const { status, body } = await mail();
      expect(status).toBe(413);
      expect(body.error.message).toBe('This report is larger than 10 MB. Use Download CSV instead');
      expect((await mail({ venueId: big.venueId }, big.token)).status).toBe(202);
      // The connection was released: the next download is not rate-limited.
      expect((await mail()).status).toBe(413);
    });

    test('mails at most ten reports an hour', async () => {
      const eager = await addOwner(app, 'Eager');
      const send = () => mail({ venueId: eager.venueId }, eager.token);
      for (let count = 0; count < 10; count += 1) expect((await send()).status).toBe(202);
      const refused = await send();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + 61 * 60_000);
      expect((await send()).status).toBe(202);
      vi.useRealTimers();
    });
  });
});
