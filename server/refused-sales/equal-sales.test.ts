import { beforeEach, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import { countOrders, sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

const list = async (state: string) => {
  const path = `/api/venues/${owner.venueId}/refused-sales?state=${state}&unitId=${unit.id}`;
  return (await app.send('GET', path, { token: owner.token })).body;
};
const settle = async (id: string, action: string) => {
  const request = { token: owner.token, body: { action } };
  const settled = await app.send('POST', `/api/refused-sales/${id}`, request);
  expect(settled.status).toBe(200);
};
const refuse = async (key?: string, facts = {}) => {
  const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }], ...facts };
  const response = await sell(body, key === undefined ? {} : { 'idempotency-key': key });
  expect(response.status).toBe(400);
};
/** Reported to the live night and to the alerts. */
const countReports = async () => {
  const changes = app.db.selectFrom('changes').selectAll().where('unit_id', '=', unit.id);
  return (await changes.where('kind', '=', 'refused').execute()).length;
};
beforeEach(() => app.setNow(new Date('2026-07-01T12:00:00Z')));

test('equal refused orders with different idempotency keys are different sales', async () => {
  for (const key of ['one', 'two', 'two']) await refuse(key);
  await refuse();
  const counts = (await list('open')).map(({ times }: { times: number }) => times);
  expect(counts.sort()).toEqual([1, 1, 2]);
  expect(await countReports()).toBe(3);
  for (const { id } of await list('open')) await settle(id, 'take');
  expect(await countOrders()).toBe(3);
});

test('a settled sale that is sent again with its key stays settled', async () => {
  const named = { id: 'named in the body' };
  await refuse('one');
  await refuse(undefined, named);
  for (const { id } of await list('open')) await settle(id, 'dismiss');
  await refuse('one');
  await refuse(undefined, named);
  expect(await list('open')).toEqual([]);
  expect(await list('dismissed')).toMatchObject([{ times: 2 }, { times: 2 }]);
  expect(await countReports()).toBe(2);
});

test('a refused body without a key that equals that of a settled sale is a sale of its own, which is reported', async () => {
  await refuse();
  for (const action of ['take', 'dismiss', 'take']) {
    const [open] = await list('open');
    await settle(open.id, action);
    const reports = await countReports();
    app.setNow(new Date('2026-07-01T13:00:00Z'));
    await refuse();
    await refuse();
    expect(await list('open')).toMatchObject([{ times: 2, firstAt: '2026-07-01T13:00:00.000Z' }]);
    expect(await countReports()).toBe(reports + 1);
  }
  expect(await list('taken')).toHaveLength(2);
  expect(await list('dismissed')).toHaveLength(1);
  expect(await countOrders()).toBe(2);
});

test('equal refused bodies without a key that arrive at once after a settlement are one sale', async () => {
  await refuse();
  const [open] = await list('open');
  await settle(open.id, 'dismiss');
  await Promise.all([refuse(), refuse(), refuse()]);
  expect(await list('open')).toMatchObject([{ times: 3 }]);
  expect(await countReports()).toBe(2);
});
