import { describe, expect, test } from 'vitest';
import { expectationOf } from '../forecast/night-profile.ts';
import { demandOf, oddsOfAtLeast, paceOf } from '../forecast/demand.ts';
import { nightOf } from '../nights/nights.ts';
import { batchOfAmounts, ordersToCome } from './night-curve.ts';

const night = nightOf(
  { clocks: [{ fromDay: '2000-01-01', timezone: 'UTC', startsMinutes: 300 }], ends: new Map() },
  '2026-06-05',
);
const hourMs = 3_600_000;
/** 20 orders an hour from 16:00 to 24:00. */
const expectation = expectationOf(
  night,
  new Map(Array.from({ length: 8 }, (_, nth) => [16 + nth, 20])),
);
const nowMs = night.startMs + 15 * hourMs;
const demand = (sold: number) => ({
  expectation,
  pace: paceOf({ variance: 0.06, sold, expected: expectation.until(nowMs) }),
  variance: 0.06,
  nights: 8,
  batch: 1.5,
});

describe('orders to come', () => {
  test('as usual, likely is what is expected of the rest, within the span', () => {
    const { low, likely, high } = ordersToCome(demand(80), nowMs, night.endMs);
    expect(likely).toBeCloseTo(80, 5);
    expect(low).toBeLessThan(likely);
    expect(high).toBeGreaterThan(likely);
  });

  test('the span holds 80 of 100 nights', () => {
    const one = demand(80);
    const { low, high } = ordersToCome(one, nowMs, night.endMs);
    const moments = demandOf(one, nowMs, night.endMs);
    expect(oddsOfAtLeast(low, moments)).toBeGreaterThanOrEqual(0.9);
    expect(oddsOfAtLeast(low + 1, moments)).toBeLessThan(0.9);
    expect(oddsOfAtLeast(high, moments)).toBeGreaterThanOrEqual(0.1);
    expect(oddsOfAtLeast(high + 1, moments)).toBeLessThan(0.1);
  });

  test('a busier evening expects more of the rest', () => {
    const [usual, busy] = [80, 160].map((sold) => ordersToCome(demand(sold), nowMs, night.endMs));
    expect(busy?.likely).toBeGreaterThan(1.5 * (usual?.likely ?? 0));
  });

  test('at the end of the night nothing is to come', () => {
    expect(ordersToCome(demand(160), night.endMs, night.endMs)).toEqual({
      low: 0,
      likely: 0,
      high: 0,
    });
  });
});

test('amounts vary more than counts, as far as there are enough to say so', () => {
  const equal = { orders: 40, sum: 400, squares: 4000 };
  expect(batchOfAmounts(equal)).toBe(1);
  expect(batchOfAmounts({ orders: 40, sum: 400, squares: 8000 })).toBe(2);
  expect(batchOfAmounts({ orders: 5, sum: 50, squares: 500 })).toBe(1.5);
  expect(batchOfAmounts({ orders: 40, sum: 0, squares: 0 })).toBe(1.5);
});
