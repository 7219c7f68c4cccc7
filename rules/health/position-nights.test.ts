import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import {
  flowsOf,
  isFalling,
  nightsOfPosition,
  nightsText,
  nightText,
  type NightPours,
  readNights,
} from './position-nights.ts';

const noFailures = { empty: 0, blocked: 0, timeout: 0, partial: 0 };
const nights = Array.from({ length: readNights }, (_, night) => night);
/** Ten pours a night at so many ml/s. */
const poured = (rates: readonly number[]): NightPours[] =>
  rates.map((rate, night) => ({
    ...noFailures,
    night,
    position: 3,
    ingredientId: 'gin',
    pours: 10,
    flowMl: 450,
    flowMs: (450 / rate) * 1000,
  }));

describe('the trend of a flow', () => {
  test('falls where later values are surely lower, and not where they rise, stay or are few', () => {
    expect(isFalling(nights.map((night) => 10 - 0.1 * night))).toBe(true);
    expect(isFalling(nights.map((night) => 10 + 0.1 * night))).toBe(false);
    expect(isFalling(nights.map(() => 10))).toBe(false);
    expect(isFalling([10, 9, 8])).toBe(false);
    expect(isFalling([])).toBe(false);
  });

  test('of values of one size is found to fall in at most 2 % of a thousand cases', () => {
    const random = seededRandom(5);
    const found = Array.from({ length: 1000 }, () => isFalling(nights.map(() => random())));
    expect(found.filter(Boolean).length).toBeLessThan(20);
  });
});

describe('the flow of a position', () => {
  test('is slowing below 85 % of its median of the 28 nights before', () => {
    const before = nights.slice(0, 28).map((night) => 10 - 0.01 * night);
    const at = (share: number) =>
      flowsOf(poured([...before, ...nights.slice(28).map((night) => share * 10 - 0.01 * night)]));
    expect(at(0.8).get(3)).toMatchObject({ isSlowing: true });
    expect(at(0.95).get(3)).toMatchObject({ isSlowing: false });
  });

  test('is unknown with fewer than 50 pours in the newest nights, and that of the last ingredient', () => {
    expect(flowsOf(poured(nights.map(() => 10)).slice(0, 32)).size).toBe(0);
    const rum = poured(nights.map(() => 10)).map((row) => ({ ...row, ingredientId: 'rum' }));
    const syrup = poured(nights.map(() => 4)).slice(34);
    expect(flowsOf([...rum.slice(0, 34), ...syrup]).size).toBe(0);
  });
});

test('the newest 28 nights of a position have its pours, those that failed and its flow', () => {
  const rows = [
    ...poured(nights.map(() => 9)).filter(({ night }) => night !== 20),
    { ...poured([9])[0]!, night: 34, ingredientId: 'rum', blocked: 2, flowMl: 0, flowMs: 0 },
    { ...poured([9])[0]!, night: 33, position: 4, blocked: 1 },
  ];
  const shown = nightsOfPosition(rows, 3);
  expect(shown).toHaveLength(28);
  expect(shown[20 - 7]).toEqual({ pours: 0, failed: 0, mlPerSecond: null });
  expect(shown.at(-2)).toEqual({ pours: 10, failed: 0, mlPerSecond: 9 });
  expect(shown.at(-1)).toEqual({ pours: 20, failed: 2, mlPerSecond: 9 });
  expect(nightsText(shown)).toBe('28 nights: 2 of 280 pours failed, in 1 night');
  expect(nightText({ ...shown.at(-1)!, day: '2026-11-14' })).toBe(
    'Sat, Nov 14: 2 of 20 pours failed, 9.0 ml/s',
  );
});
