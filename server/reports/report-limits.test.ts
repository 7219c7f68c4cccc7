import { expect, test } from 'vitest';
import { addOwner, type Reply } from '../testing/app.ts';
import { app, owner } from '../testing/with-app.ts';
import { end, other, query, start, withTwoMonthsOfSales } from '../testing/sales.ts';
import { reportLimits } from './reports.routes.ts';

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
  for (let count = 0; count < 7; count += 1) await limits.limitPage(account, 10_000, read(10_000));
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
