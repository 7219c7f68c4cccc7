import { describe, expect, test } from 'vitest';
import { mixDrink, type MixedDrink, mixLine, type PouredPart } from './pour-outcome.ts';

const rum: PouredPart = { ingredientId: 'rum', position: 4, servingMl: 45, pouringTimeMs: 9000 };
const cola: PouredPart = {
  ingredientId: 'cola',
  position: 101,
  servingMl: 90,
  pouringTimeMs: null,
};

const single = { isDouble: false, fails: false };
const failing = { isDouble: false, fails: true };

/** The first two numbers choose the failure and its ingredient. */
const choosing =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? 0.5;

test('a wrong meter pours more than requested, and fails where that is not left', () => {
  const part = {
    ingredientId: 'a',
    position: 1,
    servingMl: 50,
    pouringTimeMs: null,
    overPour: 0.04,
  };
  const pour = (leftMl: number) =>
    mixDrink([{ ...part, leftMl }], { isDouble: false, fails: false }, () => 0.5).pours[0];
  expect(pour(52)).toMatchObject({ ml: 52, outcome: 'poured' });
  expect(pour(51)).toMatchObject({ outcome: 'empty' });
});

test('a successful drink reports a complete pour of each ingredient', () => {
  const { pours, isServed } = mixDrink([rum, cola], single, () => 0.5);
  expect(isServed).toBe(true);
  expect(pours).toEqual([
    { ingredientId: 'rum', position: 4, ml: 45, ms: expect.any(Number), outcome: 'poured' },
    { ingredientId: 'cola', position: 101, ml: 90, ms: expect.any(Number), outcome: 'poured' },
  ]);
  expect(mixDrink([rum], { ...single, isDouble: true }, () => 0.5).pours[0]?.ml).toBe(90);
});

describe('failed pours', () => {
  test.each([
    [0.1, 'empty'],
    [0.3, 'blocked'],
    [0.5, 'timeout'],
    [0.7, 'partial'],
    [0.9, 'cancelled'],
  ])('at %f the drink stops at the failed pour: %s', (kind, outcome) => {
    const second = mixDrink([rum, cola], failing, choosing(0.6, kind));
    expect(second.isServed).toBe(false);
    expect(second.pours.map((pour) => pour.outcome)).toEqual(['poured', outcome]);
    const first = mixDrink([rum, cola], failing, choosing(0.1, kind));
    expect(first.pours.map((pour) => pour.outcome)).toEqual([outcome]);
    expect(first.pours[0]?.ml).toBeLessThan(0.9 * 45);
  });

  test('a unit without power reports nothing', () => {
    expect(mixDrink([rum, cola], failing, choosing(0.1, 0.99))).toEqual({
      pours: [],
      isServed: false,
    });
  });

  test('a timed-out pour took the maximum time', () => {
    expect(mixDrink([rum], failing, choosing(0, 0.5)).pours[0]?.ms).toBe(9000);
    expect(mixDrink([cola], failing, choosing(0, 0.5)).pours[0]?.ms).toBe(15_000);
  });
});

test('a position with too little in it pours what it has', () => {
  const { pours, isServed } = mixDrink([{ ...rum, leftMl: 20.004 }, cola], single, () => 0.99);
  expect(isServed).toBe(false);
  expect(pours).toHaveLength(1);
  expect(pours[0]).toMatchObject({ outcome: 'empty', position: 4 });
  expect(pours[0]?.ml).toBeGreaterThan(10);
  expect(pours[0]?.ml).toBeLessThanOrEqual(20.01);
});

const pour = { ingredientId: 'rum', position: 1, ml: 45, ms: 2400, outcome: 'poured' } as const;
const mix = (fails: boolean): MixedDrink => ({ pours: [pour], isServed: !fails });

test('pours every drink of a line', () => {
  const line = mixLine({ quantity: 2, fails: false }, mix, () => 0.5);
  expect(line).toEqual({ successQuantity: 2, pours: [pour, pour] });
});

test('the guest mostly leaves after a failed drink', () => {
  const leaves = mixLine({ quantity: 2, fails: true }, mix, () => 0.5);
  expect(leaves).toEqual({ successQuantity: 0, pours: [pour] });
  const stays = mixLine({ quantity: 2, fails: true }, mix, () => 0.8);
  expect(stays).toEqual({ successQuantity: 1, pours: [pour, pour] });
});
