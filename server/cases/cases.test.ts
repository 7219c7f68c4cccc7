import { expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  after,
  blocked,
  caseOf,
  fail,
  list,
  noon,
  provider,
  refund,
  sell,
  withRefunds,
} from '../testing/refunds.ts';

withRefunds();

test('a drink of which some glasses failed is a case, with its cause, its pours and what is owed', async () => {
  await app.db
    .updateTable('venues')
    .set({ tax_percentage: 8.875 })
    .where('id', '=', owner.venueId)
    .execute();
  const order = await fail({ quantity: 3, successQuantity: 1 }, { tips: 4, cardLast4: '4242' });
  await app.db.updateTable('venues').set({ tax_percentage: 0 }).execute();
  // 27.00 with 2.40 of tax: 0.80 each.
  expect(await caseOf(order)).toMatchObject({
    orderId: order.id,
    drinkIndex: 0,
    unitNumber: unit.unitNumber,
    soldAt: noon.toISOString(),
    drink: 'Cuba Libre',
    quantity: 3,
    failedGlasses: 2,
    paid: 33.4,
    owed: 19.6,
    cause: 'blocked',
    position: 2,
    ingredient: 'Cola',
    pours: [{ ingredient: 'Cola', position: 2, ml: 12, ms: 900, outcome: 'blocked' }],
    state: 'open',
    resolution: null,
    refundTo: 'card',
    cardLast4: '4242',
    refund: null,
    wholeLine: { amount: 33.4, beyondOwed: 13.8 },
  });
});

test('sales that were poured, entered by hand or free of failures are no cases', async () => {
  const [first] = (await list()).cases;
  expect(first).toBeUndefined();
  const poured = await sell();
  const byHand = await app.send('POST', '/api/orders', {
    token: owner.token,
    body: {
      unitNumber: unit.unitNumber,
      drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }],
    },
  });
  expect(byHand.status).toBe(201);
  expect(await caseOf(poured)).toBeUndefined();
  expect(await caseOf(byHand.body)).toBeUndefined();
});

test('cases with the same cause and position, each within an hour of another, are one group', async () => {
  const at = (minutes: number) => ({ date: noon.getTime() + minutes * 60_000 });
  after(5 * 3_600_000);
  const orders = [];
  for (const minutes of [0, 50, 100]) orders.push(await fail({}, at(minutes)));
  const others = [
    await fail({}, at(170)),
    await fail({ pours: [blocked('3')] }, at(60)),
    await fail({ pours: [] }, at(60)),
  ];
  const { cases, groups } = await list();
  const groupOf = (order: { id: string }): string =>
    cases.find(({ orderId }: { orderId: string }) => orderId === order.id).groupId;
  expect(new Set(orders.map(groupOf)).size).toBe(1);
  expect(new Set([...orders, ...others].map(groupOf)).size).toBe(4);
  expect(groups.find(({ cases: count }: { cases: number }) => count === 3)).toMatchObject({
    cause: 'blocked',
    position: 2,
    ingredient: 'Cola',
    glasses: 3,
    owed: 27,
    from: noon.toISOString(),
    to: new Date(noon.getTime() + 100 * 60_000).toISOString(),
  });
  expect(groups.filter(({ cause }: { cause: string }) => cause === 'power')).toMatchObject([
    { position: null, ingredient: null },
  ]);
  // A page that ends within a group has the sums of the whole group.
  const page = await list(`?unitId=${unit.id}&pagination[size]=5`);
  expect(page.cases).toHaveLength(5);
  const rest = await list(`?unitId=${unit.id}&before=${page.cases[4].id}`);
  expect([...page.cases, ...rest.cases]).toEqual(cases);
  expect([...page.groups, ...rest.groups]).toEqual(expect.arrayContaining(groups));
});

test('the tip of a sale of which nothing was poured is owed with its last drink', async () => {
  const two = [
    { drinkId: unit.cubaLibre, successQuantity: 0 },
    { drinkId: unit.cubaLibre, successQuantity: 0 },
  ];
  const order = await sell({ drinks: two, tips: 4 });
  const owed = async () =>
    [...(await list('?state=open')).cases, ...(await list('?state=resolved')).cases]
      .filter(({ orderId }) => orderId === order.id)
      .toSorted((a, b) => a.drinkIndex - b.drinkIndex)
      .map((one) => one.owed);
  expect(await owed()).toEqual([11, 11]);
  await refund(order.id, '0');
  expect(await owed()).toEqual([9, 13]);
  await refund(order.id, '1');
  expect(await owed()).toEqual([9, 13]);
  expect([...provider.paid.values()]).toEqual([900, 1300]);
});

test('a corrected date moves the case with its sale', async () => {
  const order = await fail();
  const date = '2024-06-30T22:00:00.000Z';
  const body = { date };
  expect(
    (await app.send('PUT', `/api/orders/${order.id}`, { token: owner.token, body })).status,
  ).toBe(200);
  expect(await caseOf(order)).toMatchObject({ soldAt: date });
});

test('the summary counts what is open', async () => {
  const token = owner.token;
  const summary = async () =>
    (await app.send('GET', `/api/venues/${owner.venueId}/cases/summary`, { token })).body;
  const before = await summary();
  await fail({ quantity: 2 });
  const { open, glasses, owed } = await summary();
  expect([open - before.open, glasses - before.glasses, owed - before.owed]).toEqual([1, 2, 18]);
});
