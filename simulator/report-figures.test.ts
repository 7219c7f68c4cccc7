import { expect, test } from 'vitest';
import { openLedger, sumsOf } from './ledger.ts';
import { differences, isPassing, type ReportFigures, ResponseTimes } from './report-figures.ts';
import { ApiError, networkError } from '../web/api/api-error.ts';

const before: ReportFigures = {
  orders: 10,
  priceCents: 10_000,
  salesCents: 9000,
  taxCents: 800,
  tipCents: 500,
  refundCents: 1100,
  grossCents: 11_400,
  servings: 12,
  netCents: null,
};

const sums = {
  orders: 1,
  priceCents: 1250,
  taxCents: 111,
  tipCents: 200,
  feeCents: 40,
  servings: 1,
};

const after: ReportFigures = {
  ...before,
  orders: 11,
  priceCents: 11_250,
  salesCents: 10_250,
  taxCents: 911,
  tipCents: 700,
  grossCents: 12_961,
  servings: 13,
};

test('a report that grew by the sold amount agrees with the ledger', () => {
  expect(differences('Unit 7', sums, before, after)).toEqual([]);
});

test('reports a difference of one cent', () => {
  const found = differences('Unit 7', sums, before, {
    ...after,
    taxCents: 912,
    grossCents: 12_962,
  });
  expect(found).toEqual([
    'Unit 7, taxes: $1.11 in the ledger, $1.12 in the report',
    'Unit 7, gross volume: $15.61 in the ledger, $15.62 in the report',
  ]);
});

test('compares fees when the report includes them', () => {
  const net = (netCents: number) => ({ ...after, netCents });
  const from = { ...before, netCents: 10_000 };
  expect(differences('Unit 7', sums, from, net(11_521))).toEqual([]);
  expect(differences('Unit 7', sums, from, net(11_561))).toHaveLength(1);
});

test('reports a refund made during the simulation as a difference', () => {
  const refunded = {
    ...after,
    salesCents: 9000,
    taxCents: 800,
    tipCents: 500,
    refundCents: 1100 + 1561,
  };
  expect(differences('Rooftop Bar', sums, before, refunded)).toHaveLength(4);
});

test('ninety-five of a hundred responses are within the p95', () => {
  const times = new ResponseTimes();
  for (let ms = 1; ms <= 100; ms += 1) times.add(ms);
  expect(times.count).toBe(100);
  expect(times.within(0.95)).toBe(95);
  expect(times.within(0.5)).toBe(50);
  expect(times.within(1)).toBe(100);
});

test('returns no percentile without responses', () => {
  expect(new ResponseTimes().within(0.95)).toBeNaN();
});

test('an unavailable or busy server is a transient error, a rejection is not', () => {
  const responded = (status: number) => new ApiError('No', { status, shape: 'message' });
  expect(isPassing(networkError())).toBe(true);
  expect([408, 429, 500, 503, 507].map((status) => isPassing(responded(status)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect([400, 401, 404, 422].some((status) => isPassing(responded(status)))).toBe(false);
  expect(() => isPassing(new TypeError('a mistake of ours'))).toThrow('a mistake of ours');
});

const spritz = { unitPriceCents: 1250, quantity: 1, successQuantity: 1, isDouble: false };
const doubles = { unitPriceCents: 1900, quantity: 2, successQuantity: 1, isDouble: true };
const failed = { unitPriceCents: 700, quantity: 1, successQuantity: 0, isDouble: false };

test('an order counts as charged, whatever was poured', () => {
  const order = { lines: [spritz, doubles, failed], tipCents: 300, feeCents: 157 };
  expect(sumsOf(order, { percentage: 8.875 })).toEqual({
    orders: 1,
    priceCents: 5750,
    taxCents: 510,
    tipCents: 300,
    feeCents: 157,
    servings: 3,
  });
  expect(sumsOf(order, { cents: 7 }).taxCents).toBe(7);
});

test('the ledger keeps units separate and adds them up', () => {
  const ledger = openLedger();
  const order = sumsOf({ lines: [spritz], tipCents: 0, feeCents: 0 }, { percentage: 0 });
  ledger.enter(1001, order);
  ledger.enter(1001, order);
  ledger.enter(1002, order);
  expect(ledger.of(1001)).toMatchObject({ orders: 2, priceCents: 2500, servings: 2 });
  expect(ledger.of(1003)).toMatchObject({ orders: 0, priceCents: 0 });
  expect(ledger.total()).toMatchObject({ orders: 3, priceCents: 3750 });
});
