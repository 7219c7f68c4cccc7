import { expect, test } from 'vitest';
import type { SalesComparison } from '../../api/reports.ts';
import { lineOf, spanLines } from './comparison-lines.ts';

const figures = {
  gross: 1234,
  sales: 1000,
  taxes: 88.75,
  tips: 100,
  refunds: 45.25,
  orders: 60,
  servings: 70,
  averagePrice: 16.67,
  asOf: '2026-06-14T02:14:00.000Z',
  lateSince: { orders: 0, gross: 0 },
};
const same = { by: 0, ratio: 0 };
const comparison: SalesComparison = {
  against: 'weekday',
  current: figures,
  other: { ...figures, gross: 1073, orders: 58 },
  soFar: { reading: '22:14' },
  hours: { current: 17.23, other: 17.23 },
  spans: {
    current: { start: '2026-06-13T09:00:00.000Z', end: '2026-06-14T02:14:00.000Z' },
    others: [{ start: '2026-06-06T09:00:00.000Z', end: '2026-06-07T02:14:00.000Z' }],
  },
  change: {
    gross: { by: 161, ratio: 161 / 1073 },
    sales: same,
    taxes: same,
    tips: same,
    refunds: { by: 45.25, ratio: null },
    averagePrice: { by: -0.5, ratio: -0.0291 },
    orders: { by: 2, ratio: 2 / 58 },
    servings: { by: -4, ratio: -4 / 74 },
  },
  nights: [{ current: '2026-06-13', others: ['2026-06-06'] }],
  leftOut: [],
  broughtBack: [],
  notes: [],
};
const days = { from: '2026-06-13', to: '2026-06-13' };

test.each([
  ['gross', '▲ 15%', '$161.00 more than last Saturday by now (+15%)'],
  ['sales', '= 0.0%', 'As much as last Saturday by now'],
  ['refunds', '▲ $45.25', '$45.25 more than last Saturday by now'],
  ['averagePrice', '▼ 2.9%', '$0.50 less than last Saturday by now (−2.9%)'],
  ['servings', '▼ 5.4%', '4 fewer than last Saturday by now (−5.4%)'],
] as const)('%s: %s, %s', (figure, short, long) => {
  expect(lineOf(figure, comparison, days)).toEqual({ short, long });
});

test('CMP-07 a dash says why there is no number', () => {
  const empty = { ...comparison, other: { ...figures, orders: 0, gross: 0 } };
  expect(lineOf('gross', empty, days)).toEqual({
    short: '–',
    long: 'No sales last Saturday by now',
  });
  const without = { ...comparison, other: null, change: null };
  expect(lineOf('gross', without, days)).toEqual({ short: '–', long: '–' });
});

test('the period that is over has no "by now"', () => {
  expect(lineOf('gross', { ...comparison, soFar: null }, days).long).toBe(
    '$161.00 more than the Saturday before (+15%)',
  );
});

test('both spans have dates and hours', () => {
  expect(spanLines(comparison, 'America/New_York')).toEqual([
    'Sat, Jun 13, 5:00 AM EDT to Sat, Jun 13, 10:14 PM EDT (17.2 hours)',
    'against Sat, Jun 6, 5:00 AM EDT to Sat, Jun 6, 10:14 PM EDT (17.2 hours)',
  ]);
});
