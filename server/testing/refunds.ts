// Test helper: a unit that sells, and refunds through a provider fake that counts.
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect } from 'vitest';
import type { Payments, RefundOrder, RefundOutcome } from '../adapters/payments/port.ts';
import type { Reply } from './app.ts';
import { emptyQueue, runDueJobs, testOutbox } from './services/messages.ts';
import { app, owner, unit, withApp } from './with-app.ts';

export let provider: CountingPayments;

export const noon = new Date('2024-07-01T12:00:00Z');
export const after = (ms: number): void => app.setNow(new Date(noon.getTime() + ms));

export function withRefunds(): void {
  beforeEach(async () => {
    app.setNow(noon);
    await emptyQueue(app.db);
    provider = countingPayments();
    app.deps.payments = provider;
  });
  withApp({ now: noon, owner: 'Rooftop', unit: 'each' });
}

export interface Sold {
  id: string;
  drinks: { _id: string }[];
}

/** Sells a Cuba Libre ($9) and a Cola ($2.50) by default; tips $2.30. */
export async function sell(body: object = {}): Promise<Sold> {
  const drinks = [{ drinkId: unit.cubaLibre }, { ingredients: [unit.cola] }];
  const response = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      date: noon.getTime(),
      drinks,
      tips: 2.3,
      paymentId: 'pi_1',
      sharesPayment: true,
      ...body,
    },
  });
  if (response.status !== 201) throw new Error(response.text);
  return response.body;
}

export const refund = (
  order: string,
  drinkIndexes: string,
  { token = owner.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Reply> =>
  app.send('GET', `/api/orders/${order}/refund?drinkIndexes=${drinkIndexes}`, { token, headers });

/** Returns the unit's report. */
export async function report(): Promise<any> {
  const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
  const path = `/api/orders/sales/report?venueId=${owner.venueId}&unitId=${unit.id}&${range}&pagination[size]=1000`;
  return (await app.send('GET', path, { token: owner.token })).body;
}

export const drinksOf = async (order: string): Promise<any[]> =>
  (await report()).sales.find((sale: any) => sale.id === order).drinks;

/** Lets the claims of all refunds end, as they do after a while when their process has died. */
export async function endClaims(): Promise<void> {
  await sql`update refunds set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(
    app.db,
  );
}

/** Runs the jobs due `ms` after noon. */
export async function workAt(ms: number): Promise<void> {
  after(ms);
  const { deps } = testOutbox(app);
  await runDueJobs(app, deps);
  app.setNow(noon);
}

// Card provider fake for tests: counts its payments, one per id, with selectable behaviour.

/**
 * - pays: at once
 * - declines: certainly not paid
 * - works: accepted, pending
 * - paysInSilence: paid, but the response is lost
 * - dies: nothing paid, and no response
 * - hangs: never responds
 */
export type Behaviour = 'pays' | 'declines' | 'works' | 'paysInSilence' | 'dies' | 'hangs';

export interface CountingPayments extends Payments {
  behaviour: Behaviour | ((order: RefundOrder) => Behaviour);
  received: RefundOrder[];
  /** In cents, by refund id. */
  paid: Map<string, number>;
}

export const declinedBecause = 'The card is closed';

export function countingPayments(): CountingPayments {
  const received: RefundOrder[] = [];
  const paid = new Map<string, number>();
  const behaviours: Record<Behaviour, (order: RefundOrder) => Promise<RefundOutcome>> = {
    pays: (order) => Promise.resolve(pay(order)),
    declines: () =>
      Promise.resolve({ state: 'declined', reference: null, reason: declinedBecause }),
    works: ({ refundId }) => Promise.resolve({ state: 'pending', reference: `re_${refundId}` }),
    paysInSilence: (order) => {
      pay(order);
      return Promise.reject(new Error('The answer was lost'));
    },
    dies: () => Promise.reject(new Error('Nobody answers')),
    hangs: () => new Promise(() => undefined),
  };
  const pay = ({ refundId, amountCents }: RefundOrder): RefundOutcome => {
    if (!paid.has(refundId)) paid.set(refundId, amountCents);
    return { state: 'refunded', reference: `re_${refundId}`, feeCents: null };
  };
  const payments: CountingPayments = {
    behaviour: 'pays',
    received,
    paid,
    responseWithinMs: 60_000,
    refund: (_provider, order) => {
      received.push(order);
      const { behaviour } = payments;
      return behaviours[typeof behaviour === 'function' ? behaviour(order) : behaviour](order);
    },
    readStripeWebhook: () => Promise.resolve('unsigned'),
  };
  return payments;
}

// Test helpers: sales of which drinks are not poured, and the inbox of their cases.

export const blocked = (position = '2') => ({
  ingredientId: unit.cola,
  position,
  ml: 12,
  ms: 900,
  outcome: 'blocked',
});
/** Sells Cuba Libres ($9) of which none is poured by default, through position 2, which is blocked. */
export const fail = (drink: object = {}, sale: object = {}) =>
  sell({
    drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0, pours: [blocked()], ...drink }],
    tips: 0,
    ...sale,
  });
const path = (query = '') => `/api/venues/${owner.venueId}/cases${query}`;
export const list = async (query = '', token = owner.token) => {
  const { status, body } = await app.send('GET', path(query), { token });
  expect(status).toBe(200);
  const isOfUnit = ({ unitId }: { unitId: string }) => unitId === unit.id;
  return { cases: body.cases.filter(isOfUnit), groups: body.groups.filter(isOfUnit) };
};
export const caseOf = async (order: { id: string }, state = 'open') =>
  (await list(`?state=${state}&unitId=${unit.id}`)).cases.find(
    ({ orderId }: { orderId: string }) => orderId === order.id,
  );
export const resolve = (id: string, body: object, token = owner.token) =>
  app.send('POST', `/api/cases/${id}/resolve`, { token, body });
export const auditRows = async () =>
  (
    await app.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'target'])
      .where('action', 'in', ['case.resolved', 'drink.refunded', 'drink.refunded_in_cash'])
      .execute()
  ).length;
export const refundRows = async (order: { id: string }) =>
  app.db.selectFrom('refunds').select(['state']).where('order_id', '=', order.id).execute();

// Arbitrary sales, and refunds of them, for property tests.

export const hourMs = 3_600_000;
export const spanMs = 60 * hourMs;

const drink = fc.record({
  kind: fc.constantFrom('cubaLibre', 'rum', 'cola', 'free'),
  quantity: fc.integer({ min: 1, max: 3 }),
  success: fc.nat(3),
  isDouble: fc.boolean(),
});
const order = fc.record({
  atMs: fc.integer({ min: -spanMs, max: 0 }),
  drinks: fc.array(drink, { minLength: 1, maxLength: 4 }),
  tipCents: fc.nat(2000),
  feeCents: fc.option(fc.nat(300)),
});
const step = fc.record({
  order: fc.nat(),
  indexes: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
  /** Of the first of these drinks alone. */
  glasses: fc.constantFrom(undefined, 1, 1, 2),
  /** The bank returns a refund of the order before. */
  returns: fc.option(fc.nat(), { freq: 3 }),
  behaviour: fc.constantFrom<Behaviour>(
    'pays',
    'pays',
    'pays',
    'declines',
    'works',
    'paysInSilence',
    'dies',
  ),
});
const ranges = fc.array(
  fc.tuple(fc.integer({ min: -spanMs, max: 0 }), fc.integer({ min: -spanMs, max: 0 })),
  { minLength: 1, maxLength: 3 },
);
export const run = fc.record({
  taxPercentage: fc.constantFrom(0, 8.875, 20),
  orders: fc.array(order, { minLength: 1, maxLength: 5 }),
  steps: fc.array(step, { maxLength: 8 }),
  ranges,
  atOnce: fc.boolean(),
});
export type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;
