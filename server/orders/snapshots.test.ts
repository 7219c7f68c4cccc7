import { describe, expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { change, leaveMl, restore, sell, switchFlag, withASellingUnit } from '../testing/stock.ts';
import { runJobs, testOutbox } from '../testing/services/messages.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withASellingUnit();

const send = async (method: string, url: string, body?: object) => {
  const response = await app.send(method, url, { token: owner.token, body });
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const setDiscount = async (discountRate: number) => {
  const at = { venueId: owner.venueId, unitId: unit.id };
  await switchFlag(app.db, at, flagNamed.confirmationPage);
  await send('PUT', `/api/units/${unit.unitNumber}`, { unit: { discountRate } });
};
const linesOf = (orderId: string) =>
  app.db
    .selectFrom('ordered_drinks')
    .select(['serving_ml', 'ingredient_price_cents', 'list_price_cents', 'snapshot'])
    .where('order_id', '=', orderId)
    .orderBy('drink_index')
    .execute();
const sold = async (...drinks: object[]): Promise<string> => (await sell({ drinks })).body.id;
const cubaLibre = () => ({ drinkId: unit.cubaLibre });

test('a sale stores servings, prices of ingredients and the price before the discount', async () => {
  await change(unit.cola, { servingSize: 60 });
  await setDiscount(0.5);
  const orderId = await sold(
    { ...cubaLibre(), price: 4.5 },
    { ingredients: [unit.cola, unit.rum], isDouble: true },
  );
  expect(await linesOf(orderId)).toEqual([
    {
      serving_ml: [45, 60],
      ingredient_price_cents: [700, 250],
      list_price_cents: 900,
      snapshot: true,
    },
    {
      serving_ml: [60, 45],
      ingredient_price_cents: [250, 1200],
      list_price_cents: 1450,
      snapshot: true,
    },
  ]);
});

test('a sale keeps them when recipe, prices and discount change, and through corrections and refunds', async () => {
  const orderId = await sold(cubaLibre());
  const before = await linesOf(orderId);
  await change(unit.cola, { servingSize: 30 });
  await change(unit.rum, { price: 8 });
  await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 12 });
  await setDiscount(0.25);
  await leaveMl(1, 300);
  expect((await restore(unit.rum)).status).toBe(200);
  await send('PUT', `/api/orders/${orderId}`, { date: '2026-07-01T21:30:00Z', processingFee: 0.3 });
  await send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`);
  expect(await linesOf(orderId)).toEqual(before);
});

test('a price that held before is that of the list it was on; a taken sale has the list of its time', async () => {
  const soldAt = new Date();
  await app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token: unit.key });
  await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 11.5 });
  const late = await sell({ date: soldAt, drinks: [{ ...cubaLibre(), price: 9 }] });
  expect(await linesOf(late.body.id)).toMatchObject([{ list_price_cents: 900 }]);

  const invented = { id: `taken ${unit.id}`, drinks: [{ ...cubaLibre(), price: 99 }] };
  expect((await sell(invented)).status).toBe(400);
  const [refused] = await send('GET', `/api/venues/${owner.venueId}/refused-sales`);
  await send('POST', `/api/refused-sales/${refused.id}`, { action: 'take' });
  const { id } = (await sell(invented)).body;
  expect(await linesOf(id)).toMatchObject([
    { serving_ml: [45, 45], list_price_cents: 1150, snapshot: true },
  ]);
});

test('a sale that was entered by hand has them too', async () => {
  const body = { unitNumber: unit.unitNumber, drinks: [cubaLibre()] };
  const { body: sale } = await app.send('POST', '/api/orders', { token: owner.token, body });
  expect(await linesOf(sale.id)).toMatchObject([
    { ingredient_price_cents: [700, 250], list_price_cents: 900, snapshot: true },
  ]);
});

describe('lines of an earlier release', () => {
  const forget = (orderId: string) =>
    app.db
      .updateTable('ordered_drinks')
      .set({
        serving_ml: [],
        ingredient_price_cents: [],
        list_price_cents: null,
        snapshot: false,
      })
      .where('order_id', '=', orderId)
      .execute();
  const fillIn = async () => {
    const { venueId } = owner;
    const payload = { venueId, after: null };
    await queueJobs(app.db, [{ kind: 'fill in snapshots', key: venueId, payload }]);
    await runJobs(app, testOutbox(app).deps);
  };

  test('are filled in batch by batch from present values, and marked; others stay as they are', async () => {
    const [earlier, own] = [
      await sold(cubaLibre(), { ...cubaLibre(), isDouble: true }),
      await sold(cubaLibre()),
    ];
    const before = await linesOf(own);
    await forget(earlier);
    await change(unit.cola, { servingSize: 30 });
    await change(unit.rum, { price: 8 });
    await fillIn();
    const filled = { serving_ml: [45, 30], list_price_cents: null, snapshot: false };
    expect(await linesOf(earlier)).toEqual([
      { ...filled, ingredient_price_cents: [800, 250] },
      { ...filled, ingredient_price_cents: [1200, 250] },
    ]);
    expect(await linesOf(own)).toEqual(before);
    await change(unit.cola, { servingSize: 20 });
    await fillIn();
    expect(await linesOf(earlier)).toMatchObject([filled, filled]);
  });

  test('of an ingredient that left the unit have no price of it', async () => {
    const orderId = await sold({ ingredients: [unit.rum] });
    await forget(orderId);
    await app.db
      .updateTable('ordered_drinks')
      .set({ ingredient_ids: [unit.rum, unit.id] })
      .where('order_id', '=', orderId)
      .execute();
    await fillIn();
    expect(await linesOf(orderId)).toMatchObject([{ serving_ml: [], ingredient_price_cents: [] }]);
  });
});
