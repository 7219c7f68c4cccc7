import { expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { addOwner } from '../testing/app.ts';
import { switchFlag } from '../testing/flags.ts';
import { addPerson } from '../testing/people.ts';
import { declinedBecause } from '../testing/payments.ts';
import {
  after,
  app,
  noon,
  owner,
  provider,
  refund,
  sell,
  unit,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';

withRefunds();

const blocked = (position = '2') => ({
  ingredientId: unit.cola,
  position,
  ml: 12,
  ms: 900,
  outcome: 'blocked',
});
/** Sells Cuba Libres ($9) of which none is poured by default, through position 2, which is blocked. */
const fail = (drink: object = {}, sale: object = {}) =>
  sell({
    drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0, pours: [blocked()], ...drink }],
    tips: 0,
    ...sale,
  });
const path = (query = '') => `/api/venues/${owner.venueId}/cases${query}`;
const list = async (query = '', token = owner.token) => {
  const { status, body } = await app.send('GET', path(query), { token });
  expect(status).toBe(200);
  const isOfUnit = ({ unitId }: { unitId: string }) => unitId === unit.id;
  return { cases: body.cases.filter(isOfUnit), groups: body.groups.filter(isOfUnit) };
};
const caseOf = async (order: { id: string }, state = 'open') =>
  (await list(`?state=${state}&unitId=${unit.id}`)).cases.find(
    ({ orderId }: { orderId: string }) => orderId === order.id,
  );
const resolve = (id: string, body: object, token = owner.token) =>
  app.send('POST', `/api/cases/${id}/resolve`, { token, body });
const auditRows = async () =>
  (
    await app.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'target'])
      .where('action', 'in', ['case.resolved', 'drink.refunded', 'drink.refunded_in_cash'])
      .execute()
  ).length;
const refundRows = async (order: { id: string }) =>
  app.db.selectFrom('refunds').select(['state']).where('order_id', '=', order.id).execute();

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

test('FAIL-03 a refund from the inbox is that of the report: one refund, one audit entry, one case settled', async () => {
  const [inInbox, inReport] = [await fail(), await fail()];
  const before = await auditRows();
  const { id } = await caseOf(inInbox);
  expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
    status: 200,
    body: {
      state: 'resolved',
      resolution: 'refunded',
      settledBy: 'Rooftop',
      refund: { amount: 9, state: 'refunded' },
    },
  });
  expect((await refund(inReport.id, '0')).status).toBe(200);
  for (const order of [inInbox, inReport]) {
    expect(await refundRows(order)).toEqual([{ state: 'refunded' }]);
    expect(await caseOf(order)).toBeUndefined();
    expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded', owed: 9 });
  }
  expect(await auditRows()).toBe(before + 2);
  expect(provider.paid.size).toBe(2);
});

test('FAIL-04 of twenty people who refund a drink at once, one does, and the others see who', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => resolve(id, { resolution: 'refunded' })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = responses.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(19);
  for (const { body } of refused)
    expect(body.error.message).toMatch(
      /^Rooftop (is refunding this drink|settled this already: refunded)$/,
    );
  expect(await refundRows(order)).toHaveLength(1);
});

test('of people who settle a case in different ways at once, one does, and the others see how', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const before = await auditRows();
  const ways = ['remade', 'meter', 'kept', 'declined', 'refunded'];
  const responses = await Promise.all(ways.map((resolution) => resolve(id, { resolution })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const done = responses.find(({ status }) => status === 200);
  expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: done?.body.resolution });
  expect(await auditRows()).toBe(before + 1);
});

test('FAIL-05 a refund that the provider declines opens the case again, with the words of the provider', async () => {
  provider.behaviour = 'declines';
  const order = await fail();
  const { id } = await caseOf(order);
  expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
    status: 402,
    body: { error: { message: declinedBecause } },
  });
  expect(await caseOf(order)).toMatchObject({
    state: 'open',
    settledBy: null,
    refund: { amount: 9, state: 'failed', error: declinedBecause },
  });
});

test('a refund without an outcome keeps the case in progress until a job knows more', async () => {
  provider.behaviour = 'dies';
  const order = await fail();
  const { id } = await caseOf(order);
  const response = await resolve(id, { resolution: 'refunded' });
  expect(response).toMatchObject({
    status: 202,
    body: { state: 'refunding', settledBy: 'Rooftop', refund: { state: 'requested' } },
  });
  expect(await resolve(id, { resolution: 'remade' })).toMatchObject({
    status: 409,
    body: { error: { message: 'Rooftop is refunding this drink' } },
  });
  provider.behaviour = 'pays';
  await workAt(3_600_000);
  expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded' });
});

test('a case that was made again becomes a refunded one when the drink is refunded later', async () => {
  const order = await fail();
  const { id } = await caseOf(order);
  const made = await resolve(id, { resolution: 'remade', note: 'At the other unit' });
  expect(made).toMatchObject({
    status: 200,
    body: { state: 'resolved', resolution: 'remade', note: 'At the other unit' },
  });
  expect((await refund(order.id, '0')).status).toBe(200);
  expect(await caseOf(order, 'resolved')).toMatchObject({
    resolution: 'refunded',
    note: 'At the other unit',
  });
});

test('a sale without a payment is given back in cash', async () => {
  const order = await fail({}, { paymentId: undefined });
  const { id, refundTo } = await caseOf(order);
  expect(refundTo).toBe('cash');
  expect((await resolve(id, { resolution: 'refunded' })).status).toBe(200);
  expect(provider.paid.size).toBe(0);
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

test('FAIL-09 a bartender records that a drink was made again, and may not refund; an accountant only reads', async () => {
  const bartender = await addPerson(app, owner, 'bartender');
  const accountant = await addPerson(app, owner, 'accountant');
  const [first, second] = [await caseOf(await fail()), await caseOf(await fail())];
  for (const resolution of ['refunded', 'kept', 'declined'])
    expect((await resolve(first.id, { resolution }, bartender.token)).status).toBe(403);
  expect((await resolve(first.id, { resolution: 'remade' }, bartender.token)).status).toBe(200);
  expect((await resolve(second.id, { resolution: 'remade' }, accountant.token)).status).toBe(403);
  const ledger = (token: string) =>
    app.send(
      'GET',
      `/api/venues/${owner.venueId}/ledger?from=2024-07-01&to=2024-07-01&timezone=UTC`,
      {
        token,
      },
    );
  expect((await ledger(accountant.token)).status).toBe(200);
  expect((await ledger(bartender.token)).status).toBe(403);
  const shown = (await list('', bartender.token)).cases[0];
  expect(shown).not.toHaveProperty('owed');
  expect(shown.wholeLine).toEqual({});
});

test('several cases are settled in one request, each with its own outcome', async () => {
  const cases = [await caseOf(await fail()), await caseOf(await fail())];
  await resolve(cases[0].id, { resolution: 'meter' });
  const stranger = await addOwner(app, 'Stranger');
  const ids = [...cases.map(({ id }) => id), stranger.venueId, 'no id'];
  const send = (body: object, token = owner.token, venueId = owner.venueId) =>
    app.send('POST', `/api/venues/${venueId}/cases/resolve`, { token, body });
  expect((await send({ ids, resolution: 'refunded' })).body).toEqual({
    results: [
      { id: ids[0], status: 409, message: 'Rooftop settled this already: was served' },
      { id: ids[1], status: 200, message: null },
      { id: ids[2], status: 404, message: 'There is no such case' },
      { id: ids[3], status: 404, message: 'There is no such case' },
    ],
  });
  const foreign = await send({ ids, resolution: 'kept' }, stranger.token, stranger.venueId);
  expect(foreign.body.results.map(({ status }: { status: number }) => status)).toEqual([
    404, 404, 404, 404,
  ]);
  expect((await send({ ids: [], resolution: 'kept' })).status).toBe(400);
  expect((await send({ ids: Array(101).fill(ids[0]), resolution: 'kept' })).status).toBe(400);
});

test('the ledger of a period is charged = returned + made again + owed + kept, with what else was refunded', async () => {
  const ways = ['refunded', 'remade', 'kept', 'meter', 'declined'];
  for (const resolution of ways) {
    const one = await caseOf(
      await fail({ quantity: 2, successQuantity: 1 }, { processingFee: 0.6 }),
    );
    const glasses = resolution === 'refunded' ? { glasses: 2 } : {};
    expect((await resolve(one.id, { resolution, ...glasses })).status).toBe(200);
  }
  await fail();
  const poured = await sell();
  await refund(poured.id, '1');
  await switchFlag(app.db, { venueId: owner.venueId, unitId: unit.id }, flagNamed.confirmationPage);
  await app.db.updateTable('units').set({ discount_rate: 1 }).where('id', '=', unit.id).execute();
  await sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }], tips: 0 });
  const query = `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
    token: owner.token,
  });
  const sums = { cases: 6, charged: 54, returned: 9, remade: 9, owed: 9, kept: 27, goodwill: 9 };
  expect(body).toEqual({
    ...sums,
    otherRefunds: 2.5,
    feesLost: 0.6,
    comps: 18,
    days: [{ day: '2024-07-01', ...sums }],
  });
});

test.each([
  ['from=2024-07-02&to=2024-07-01&timezone=UTC', 'to'],
  ['from=2022-01-01&to=2024-07-01&timezone=UTC', 'to'],
  ['from=2024-07-01&to=2024-07-01&timezone=Mars', 'timezone'],
  ['from=2024-07-01&to=2024-07-01', 'timezone'],
  ['from=1&to=2024-07-01&timezone=UTC', 'from'],
])('a ledger of %s is refused', async (query, field) => {
  const token = owner.token;
  const { status, body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
    token,
  });
  expect(status).toBe(400);
  expect(Object.keys(body)).toEqual([field]);
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
