/** FAIL-06: a case refunds what is owed for it, exactly. */
import { beforeEach, expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { drinksOf, noon, provider, refund, sell, withRefunds, workAt } from '../testing/refunds.ts';

withRefunds();

beforeEach(async () => {
  await app.db.deleteFrom('pour_cases').execute();
  await app.db.updateTable('venues').set({ tax_percentage: 8.875 }).execute();
});

const token = () => ({ token: owner.token });

/** Sells three Cuba Libres ($9, with $0.80 of tax each) of which one is poured, by default. */
const fail = (drink: object = {}, sale: object = {}) =>
  sell({
    drinks: [{ drinkId: unit.cubaLibre, quantity: 3, successQuantity: 1, ...drink }],
    tips: 4,
    ...sale,
  });

const caseOf = async (order: { id: string }) => {
  for (const state of ['open', 'resolved']) {
    const path = `/api/venues/${owner.venueId}/cases?state=${state}`;
    const { body } = await app.send('GET', path, token());
    const found = body.cases.find(({ orderId }: { orderId: string }) => orderId === order.id);
    if (found) return found;
  }
  throw new Error('The order has no case');
};

const resolve = async (order: { id: string }, body: object) =>
  app.send('POST', `/api/cases/${(await caseOf(order)).id}/resolve`, { ...token(), body });

const summary = async () =>
  (await app.send('GET', `/api/venues/${owner.venueId}/cases/summary`, token())).body;

async function ledger(): Promise<Record<string, number>> {
  const query = `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
  const path = `/api/venues/${owner.venueId}/ledger?${query}`;
  const { charged, returned, remade, owed, kept, goodwill, otherRefunds, comps } = (
    await app.send('GET', path, token())
  ).body;
  expect(returned + remade + owed + kept).toBeCloseTo(charged, 6);
  return { charged, returned, remade, owed, goodwill, otherRefunds, comps };
}

test('the glasses that were not poured are refunded, with what is owed for them', async () => {
  const order = await fail();
  expect(await caseOf(order)).toMatchObject({
    owed: 19.6,
    refundAmount: 19.6,
    refundedGlasses: 0,
    wholeLine: { amount: 33.4, beyondOwed: 13.8 },
  });
  expect(await resolve(order, { resolution: 'refunded' })).toMatchObject({
    status: 200,
    body: {
      state: 'resolved',
      resolution: 'refunded',
      owed: 19.6,
      returned: 19.6,
      refundedGlasses: 2,
      refundAmount: 0,
    },
  });
  expect([...provider.paid.values()]).toEqual([1960]);
  expect(await drinksOf(order.id)).toMatchObject([
    { status: 'paid', refundedQuantity: 2, tips: 4 },
  ]);
  expect(await ledger()).toMatchObject({ charged: 19.6, returned: 19.6, goodwill: 0 });

  // What was poured can be refunded from the report later.
  expect((await refund(order.id, '0')).body).toMatchObject({ amount: 13.8 });
  expect(await caseOf(order)).toMatchObject({ resolution: 'refunded', owed: 19.6, returned: 33.4 });
  expect(await ledger()).toMatchObject({ returned: 19.6, goodwill: 13.8, otherRefunds: 0 });
});

test('the whole line is refunded where its glasses are named', async () => {
  const order = await fail();
  expect(await resolve(order, { resolution: 'refunded', glasses: 3 })).toMatchObject({
    status: 200,
    body: { resolution: 'refunded', returned: 33.4 },
  });
  expect(await drinksOf(order.id)).toMatchObject([{ status: 'refunded' }]);
  expect(await ledger()).toMatchObject({ returned: 19.6, goodwill: 13.8 });
});

test('a case of which one glass of two is refunded stays open with the other', async () => {
  const order = await fail();
  expect(await resolve(order, { resolution: 'refunded', glasses: 1 })).toMatchObject({
    status: 200,
    body: { state: 'open', resolution: null, owed: 9.8, returned: 9.8, refundAmount: 9.8 },
  });
  expect(await summary()).toMatchObject({ open: 1, owed: 9.8 });
  expect(await ledger()).toMatchObject({ charged: 19.6, returned: 9.8, owed: 9.8 });
  expect((await resolve(order, { resolution: 'remade' })).status).toBe(200);
  expect(await ledger()).toMatchObject({ charged: 19.6, returned: 9.8, remade: 9.8 });
  expect((await refund(order.id, '0&glasses=1')).status).toBe(200);
  expect(await caseOf(order)).toMatchObject({ resolution: 'refunded', returned: 19.6 });
  expect(await ledger()).toMatchObject({ returned: 19.6, remade: 0, goodwill: 0 });
});

test.each([
  [4, 409],
  [0, 400],
  [1.5, 400],
])('a refund of %s glasses of a case of three is refused with %s', async (glasses, status) => {
  const order = await fail();
  expect((await resolve(order, { resolution: 'refunded', glasses })).status).toBe(status);
  expect(await caseOf(order)).toMatchObject({ state: 'open', owed: 19.6 });
});

test('of parallel refunds of a glass of a case, no more than were not poured are paid', async () => {
  const order = await fail();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => resolve(order, { resolution: 'refunded' })),
  );
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
  expect([...provider.paid.values()]).toEqual([1960]);
});

test('the tip goes back with the last glass that is paid for, and the amount says so', async () => {
  const order = await sell({
    drinks: [
      { drinkId: unit.cubaLibre },
      { drinkId: unit.cubaLibre, quantity: 2, successQuantity: 1 },
    ],
    tips: 3,
  });
  expect(await caseOf(order)).toMatchObject({ owed: 9.8, refundAmount: 9.8 });
  await refund(order.id, '0');
  await refund(order.id, '1&glasses=1');
  expect(await caseOf(order)).toMatchObject({ resolution: 'refunded', owed: 9.8, returned: 9.8 });
  const other = await sell({
    drinks: [
      { drinkId: unit.cubaLibre },
      { drinkId: unit.cubaLibre, quantity: 1, successQuantity: 0 },
    ],
    tips: 3,
  });
  await refund(other.id, '0');
  expect(await caseOf(other)).toMatchObject({ owed: 9.8, refundAmount: 12.8 });
});

test('an automatic refund returns what is left of what is owed, within the cap', async () => {
  const set = (cap: number) =>
    app.send('PUT', `/api/venues/${owner.venueId}/refund-policy`, {
      ...token(),
      body: { policy: 'nothing_poured', delayMinutes: 10, cap },
    });
  // Of two glasses with the tip, $23.60 are owed; $13.80 of it are left.
  expect((await set(14)).status).toBe(200);
  const order = await fail({ quantity: 2, successQuantity: 0 });
  await refund(order.id, '0&glasses=1');
  await workAt(11 * 60_000);
  expect(await caseOf(order)).toMatchObject({
    resolution: 'refunded',
    returned: 23.6,
    automatic: true,
  });
  expect([...provider.paid.values()]).toEqual([980, 1380]);

  await set(10);
  const kept = await fail({ quantity: 2, successQuantity: 0 }, { date: noon.getTime() });
  await workAt(30 * 60_000);
  expect(await caseOf(kept)).toMatchObject({ state: 'open', owed: 23.6 });
  await app.db.deleteFrom('refund_policies').execute();
});

test('a free glass whose tip is refunded is not in the list price of free glasses', async () => {
  await switchFlag(app.db, { venueId: owner.venueId, unitId: unit.id }, flagNamed.confirmationPage);
  await app.db.updateTable('units').set({ discount_rate: 1 }).where('id', '=', unit.id).execute();
  const given = () =>
    sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 1, successQuantity: 0 }], tips: 1 });
  const order = await given();
  await refund(order.id, '0');
  expect(await ledger()).toMatchObject({ goodwill: 1, comps: 0 });
  await given();
  expect(await ledger()).toMatchObject({ goodwill: 1, comps: 9 });
});
