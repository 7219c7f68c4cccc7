import { beforeEach, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { after, noon, provider, refund, sell, withRefunds, workAt } from '../testing/refunds.ts';

withRefunds();

const minuteMs = 60_000;
const path = () => `/api/venues/${owner.venueId}/refund-policy`;
const set = (body: object, token = owner.token) => app.send('PUT', path(), { token, body });
const usual = { policy: 'nothing_poured', delayMinutes: 10, cap: 20 };

beforeEach(async () => {
  await app.db.deleteFrom('pour_cases').execute();
  await app.db.deleteFrom('refund_policies').execute();
});

/** Sells a Cuba Libre for $9 of which nothing is poured. */
const fail = (sale: object = {}, drink: object = {}) =>
  sell({ tips: 0, drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0, ...drink }], ...sale });

const states = async () =>
  (
    await app.db
      .selectFrom('pour_cases')
      .select(['state', 'resolution', 'automatic_at', 'settled_by'])
      .orderBy('id')
      .execute()
  ).map(({ state, resolution }) => resolution ?? state);

test('a venue refunds nothing automatically until it is set', async () => {
  const { body } = await app.send('GET', path(), { token: owner.token });
  expect(body).toEqual({ policy: 'off', delayMinutes: 10, cap: 200, refundedTonight: 0 });
  await fail();
  await workAt(60 * minuteMs);
  expect(await states()).toEqual(['open']);
  expect(provider.received).toHaveLength(0);
});

test('FAIL-07 drinks of which nothing was poured are refunded after ten minutes until the cap of the night, and no more', async () => {
  expect((await set(usual)).status).toBe(200);
  for (let nth = 0; nth < 3; nth += 1) await fail();
  await fail({}, { quantity: 2, successQuantity: 1 });
  await fail({ paymentId: undefined });
  await workAt(9 * minuteMs);
  expect(provider.received).toHaveLength(0);
  await workAt(11 * minuteMs);
  // Two of $9: a third would be more than $20.
  expect(provider.paid.size).toBe(2);
  expect((await states()).toSorted()).toEqual(['open', 'open', 'open', 'refunded', 'refunded']);
  await fail();
  await workAt(30 * minuteMs);
  expect(provider.paid.size).toBe(2);
  after(31 * minuteMs);
  const { body } = await app.send('GET', path(), { token: owner.token });
  expect(body.refundedTonight).toBe(18);

  // The next night has its own cap.
  const tomorrow = noon.getTime() + 25 * 60 * minuteMs;
  app.setNow(new Date(tomorrow));
  await fail({ date: tomorrow });
  await workAt(25 * 60 * minuteMs + 11 * minuteMs);
  expect(provider.paid.size).toBe(3);
});

test('FAIL-07 with the policy of any failure the glasses that were not poured are refunded, and the others stay paid for', async () => {
  expect((await set({ ...usual, policy: 'any_failure' })).status).toBe(200);
  const order = await fail({}, { quantity: 3, successQuantity: 1 });
  await workAt(11 * minuteMs);
  expect([...provider.paid.values()]).toEqual([1800]);
  // $9 more would be beyond $20.
  await fail();
  await workAt(22 * minuteMs);
  expect([...provider.paid.values()]).toEqual([1800]);
  expect((await states()).toSorted()).toEqual(['open', 'refunded']);
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/cases?state=resolved`, {
    token: owner.token,
  });
  expect(body.cases).toMatchObject([
    { orderId: order.id, refundedGlasses: 2, returned: 18, wholeLine: { amount: 9 } },
  ]);
});

test('a drink of which some was poured is left to people once the policy refunds only what was not poured at all', async () => {
  await set({ ...usual, policy: 'any_failure' });
  await fail({}, { quantity: 2, successQuantity: 1 });
  await set(usual);
  await workAt(11 * minuteMs);
  expect(await states()).toEqual(['open']);
  expect(provider.received).toHaveLength(0);
});

test('an automatic refund names no person, in the case and in the audit log', async () => {
  await set({ ...usual, delayMinutes: 0 });
  const order = await fail();
  await workAt(minuteMs);
  const cases = await app.send('GET', `/api/venues/${owner.venueId}/cases?state=resolved`, {
    token: owner.token,
  });
  expect(cases.body.cases).toMatchObject([
    { orderId: order.id, automatic: true, settledBy: null, resolution: 'refunded' },
  ]);
  const audit = await app.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'actor_name'])
    .where('target', 'like', `%${order.id}`)
    .execute();
  expect(audit).toMatchObject([{ action: 'drink.refunded', actor_id: null }]);
});

test('a drink whose payment the unit adds after the sale is refunded too', async () => {
  await set(usual);
  const order = await fail({ paymentId: undefined });
  after(5 * minuteMs);
  const body = { paymentId: 'pi_2' };
  const added = await app.send('PUT', `/api/orders/${order.id}`, { token: unit.key, body });
  expect(added.status, added.text).toBe(200);
  await workAt(14 * minuteMs);
  expect(provider.received).toHaveLength(0);
  await workAt(16 * minuteMs);
  expect(provider.received).toMatchObject([{ paymentId: 'pi_2', amountCents: 900 }]);
  expect(await states()).toEqual(['refunded']);
});

test('FAIL-08 a sale that arrives three days late is never refunded automatically', async () => {
  await set(usual);
  await fail({ date: noon.getTime() - 72 * 60 * minuteMs });
  await workAt(60 * minuteMs);
  expect(await states()).toEqual(['open']);
});

test('a case that was settled meanwhile, or whose policy was turned off, is not refunded', async () => {
  await set(usual);
  await fail();
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/cases`, {
    token: owner.token,
  });
  await app.send('POST', `/api/cases/${body.cases[0].id}/resolve`, {
    token: owner.token,
    body: { resolution: 'remade' },
  });
  await workAt(20 * minuteMs);
  expect(await states()).toEqual(['remade']);
  await fail();
  await set({ ...usual, policy: 'off' });
  await workAt(60 * minuteMs);
  expect((await states()).toSorted()).toEqual(['open', 'remade']);
  expect(provider.received).toHaveLength(0);
});

test('a refund that the provider declines is left to people', async () => {
  await set(usual);
  provider.behaviour = 'declines';
  await fail();
  await workAt(20 * minuteMs);
  await workAt(120 * minuteMs);
  expect(await states()).toEqual(['open']);
  expect(provider.received).toHaveLength(1);
  expect((await app.send('GET', path(), { token: owner.token })).body.refundedTonight).toBe(0);
});

test('a refund that a person makes after the automatic one was declined does not count towards the cap', async () => {
  await set(usual);
  provider.behaviour = 'declines';
  const order = await fail();
  await workAt(20 * minuteMs);
  provider.behaviour = 'pays';
  after(21 * minuteMs);
  expect((await refund(order.id, '0')).status).toBe(200);
  expect(await states()).toEqual(['refunded']);
  const refundedTonight = async () =>
    (await app.send('GET', path(), { token: owner.token })).body.refundedTonight;
  expect(await refundedTonight()).toBe(0);
  for (let nth = 0; nth < 2; nth += 1) await fail();
  await workAt(40 * minuteMs);
  expect(await states()).toEqual(['refunded', 'refunded', 'refunded']);
  after(41 * minuteMs);
  expect(await refundedTonight()).toBe(18);
});

/** Sells two Cuba Libres ($9) with a tip of $20, one of them not poured; the poured one is refunded. */
async function failWithTip(): Promise<void> {
  const drink = { drinkId: unit.cubaLibre };
  const order = await fail({ tips: 20, drinks: [{ ...drink, successQuantity: 0 }, drink] });
  expect((await refund(order.id, '1')).status).toBe(200);
}

test('a tip that goes with the last drink of a sale counts towards the cap', async () => {
  await set({ ...usual, cap: 28.99 });
  await failWithTip();
  await workAt(20 * minuteMs);
  expect(await states()).toEqual(['open']);
  expect([...provider.paid.values()]).toEqual([900]);
  const { capped_at } = await app.db
    .selectFrom('pour_cases')
    .select('capped_at')
    .executeTakeFirstOrThrow();
  expect(capped_at).not.toBeNull();
});

test('a refund that the provider works on counts towards the cap with its tip', async () => {
  await set({ ...usual, cap: 40 });
  await failWithTip();
  provider.behaviour = 'works';
  await workAt(20 * minuteMs);
  expect(await states()).toEqual(['refunding']);
  for (let nth = 0; nth < 2; nth += 1) await fail();
  await workAt(40 * minuteMs);
  // $29 and $9: another $9 would be more than $40.
  expect((await states()).toSorted()).toEqual(['open', 'refunding', 'refunding']);
});

test('only the owner sets automatic refunds, and wrong values change nothing', async () => {
  const manager = await addPerson(app, owner, 'manager');
  expect((await set(usual, manager.token)).status).toBe(403);
  for (const wrong of [{ policy: 'all' }, { delayMinutes: 61 }, { delayMinutes: 1.5 }, { cap: -1 }])
    expect((await set({ ...usual, ...wrong })).status).toBe(400);
  expect((await app.send('GET', path(), { token: owner.token })).body.policy).toBe('off');
});
