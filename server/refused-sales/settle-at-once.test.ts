import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { collide, countLockWaits } from '../testing/load.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { countOrders, sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

const settle = (id: string, action: string) =>
  app.send('POST', `/api/refused-sales/${id}`, { token: owner.token, body: { action } });
const refuse = async (key: string): Promise<string> => {
  const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }] };
  expect((await sell(body, { 'idempotency-key': key })).status).toBe(400);
  const path = `/api/venues/${owner.venueId}/refused-sales?unitId=${unit.id}`;
  return (await app.send('GET', path, { token: owner.token })).body[0].id;
};
const settledRow = (id: string) =>
  app.db
    .selectFrom('refused_sales')
    .select(['state', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const audited = async () => {
  const rows = await app.db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'refused_sale.%')
    .where('target', 'like', `%${unit.unitNumber}%`)
    .execute();
  return rows.map(({ action }) => action);
};
const refusal = (message: string) => ({ status: 409, body: { error: { message } } });

test('a refused sale that is dismissed while it is being taken is not stored', async () => {
  const id = await refuse('one');
  const lockUnit = sql`
    select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update`;
  const sent = await app.db.transaction().execute(async (transaction) => {
    await lockUnit.execute(transaction);
    const taken = settle(id, 'take');
    await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(1);
    expect((await settle(id, 'dismiss')).status).toBe(200);
    // In an object, because a promise would be awaited before the commit.
    return { taken };
  });
  expect(await sent.taken).toMatchObject(refusal('This sale was dismissed already'));
  expect(await countOrders()).toBe(0);
  expect(await settledRow(id)).toEqual({ state: 'dismissed', order_id: null });
  expect(await audited()).toEqual(['refused_sale.dismissed']);
});

test('of a take and a dismissal of a refused sale at once, one succeeds and is recorded', async () => {
  for (const key of ['one', 'two', 'three']) {
    const [id, orders, entries] = [await refuse(key), await countOrders(), await audited()];
    const lockRow = sql`
      select 1 from refused_sales where venue_id = ${owner.venueId} and id = ${id} for update`;
    const requests = [() => settle(id, 'take'), () => settle(id, 'dismiss')];
    const [take, dismiss] = await collide(app, lockRow, requests);
    const isTaken = take?.status === 200;
    const second = isTaken ? dismiss : take;
    const message = isTaken ? 'was taken into the books already' : 'was dismissed already';
    expect(second).toMatchObject(refusal(`This sale ${message}`));
    const { state, order_id } = await settledRow(id);
    expect([state, order_id !== null]).toEqual([isTaken ? 'taken' : 'dismissed', isTaken]);
    expect((await countOrders()) - orders).toBe(isTaken ? 1 : 0);
    expect((await audited()).slice(entries.length)).toEqual([`refused_sale.${state}`]);
  }
});

test('a refused sale whose order the unit has stored since is taken as that order', async () => {
  const id = await refuse('one');
  const price = { token: owner.token, body: { price: 12.5 } };
  expect((await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, price)).status).toBe(200);
  const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }] };
  const sold = await sell(body, { 'idempotency-key': 'one' });
  expect(sold.status).toBe(201);
  expect((await settle(id, 'take')).status).toBe(200);
  expect(await settledRow(id)).toEqual({ state: 'taken', order_id: sold.body.id });
  expect(await countOrders()).toBe(1);
  expect(await audited()).toEqual(['refused_sale.taken']);
});
