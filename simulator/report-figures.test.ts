import { expect, test } from 'vitest';
import { differences, type ReportFigures } from './report-figures.ts';

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
