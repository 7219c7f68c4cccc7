import { describe, expect, test } from 'vitest';
import {
  planRefunds,
  readDrinkIndexes,
  refundParts,
  refundTarget,
  type RefundableLine,
  tipsAfterFailure,
} from './refund.ts';
import { line, planOf } from './testing/lines.ts';

/** The lines whole. */
const all = (indexes: readonly number[]) => indexes.map((index) => ({ index }));

/** A plan to refund lines whole, with the amounts only. */
const planned = (lines: readonly RefundableLine[], ...indexes: number[]) => {
  const { refunds, tipsCents } = planOf(lines, all(indexes));
  return {
    refunds: refunds.map(({ index, amountCents }) => ({ index, amountCents })),
    tipsCents,
  };
};

describe('readDrinkIndexes', () => {
  test.each([
    ['0', [0]],
    ['0,2', [0, 2]],
    [' 1 , 3 ', [1, 3]],
    [
      ['0', '2'],
      [0, 2],
    ],
    [
      ['0,1', '2'],
      [0, 1, 2],
    ],
    ['[0,2]', [0, 2]],
    ['2,0,2', [2, 0]],
  ])('parses %j as the ordinals %j', (given, indexes) => {
    expect(readDrinkIndexes(given)).toEqual(indexes);
  });

  test.each(['', 'first', '-1', '0.5', '1,', '[', '[]', '0x1', '99999', '1e3'])(
    'rejects %j as ordinals',
    (given) => {
      expect(readDrinkIndexes(given)).toBeNull();
      expect(readDrinkIndexes([])).toBeNull();
    },
  );

  test('rejects more ordinals than an order can have', () => {
    const places = Array.from({ length: 51 }, (_, index) => String(index));
    expect(readDrinkIndexes(places.slice(1))).toHaveLength(50);
    expect(readDrinkIndexes(places)).toBeNull();
  });
});

describe('planRefunds', () => {
  test('refunding the only drink returns price, tax and tip', () => {
    expect(planned([line(900, 200)], 0)).toEqual({
      refunds: [{ index: 0, amountCents: 1110 }],
      tipsCents: [200],
    });
  });

  test('refunding one of several drinks leaves its tip with the others, by price', () => {
    expect(planned([line(600, 60), line(200, 20), line(400, 40)], 0)).toEqual({
      refunds: [{ index: 0, amountCents: 610 }],
      tipsCents: [0, 40, 80],
    });
  });

  test('refunding the last drink returns the whole tip, including tips on free drinks', () => {
    const lines = [line(600, 0, { state: 'refunded' }), line(200, 115), line(0, 5)];
    expect(planned(lines, 1)).toEqual({
      refunds: [{ index: 1, amountCents: 330 }],
      tipsCents: [0, 120, 0],
    });
  });

  test('refunding a drink of a sale of free drinks returns the whole tip', () => {
    const free = (tipCents: number) => line(0, tipCents, { taxCents: 0 });
    expect(planned([free(200), free(0)], 0)).toEqual({
      refunds: [{ index: 0, amountCents: 200 }],
      tipsCents: [200, 0],
    });
    expect(planned([free(200), free(0)], 1).tipsCents).toEqual([0, 200]);
    expect(planRefunds([free(200), free(0)], all([0, 1]))).toEqual({ refusal: 'nothingToRefund' });
    const failed = tipsAfterFailure([free(0), free(200)]);
    expect(failed).toEqual([0, 200]);
  });

  test('refunding all drinks at once returns the tip with the last one', () => {
    expect(planned([line(600, 60), line(400, 40)], 1, 0)).toEqual({
      refunds: [
        { index: 1, amountCents: 410 },
        { index: 0, amountCents: 710 },
      ],
      tipsCents: [100, 0],
    });
  });

  test('leaves no tip with a drink whose refund is in progress', () => {
    const lines = [line(600, 60), line(400, 0, { state: 'requested' })];
    expect(planned(lines, 0).refunds).toEqual([{ index: 0, amountCents: 670 }]);
  });

  test.each([
    ['noSuchDrink', [3]],
    ['alreadyRefunded', [1]],
    ['underWay', [2]],
    ['nothingToRefund', [4]],
    ['noSuchDrink', [0, 9]],
    ['alreadyRefunded', [0, 1]],
  ] as const)('a refund is rejected as %s for %j', (refusal, indexes) => {
    const lines = [
      line(100, 0),
      line(100, 0, { state: 'refunded' }),
      line(100, 0, { state: 'requested' }),
    ];
    const more = indexes[0] === 4 ? [line(100, 0), line(0, 9, { taxCents: 0 })] : [];
    expect(planRefunds([...lines, ...more], all(indexes))).toEqual({ refusal });
  });
});

test('the parts of a refund add up to its amount: the tip goes with the last drink', () => {
  expect(refundParts([line(900, 200)], { index: 0 })).toEqual({
    amountCents: 1110,
    priceCents: 900,
    taxCents: 10,
    tipCents: 200,
  });
  const two = [line(600, 60), line(400, 40)];
  expect(refundParts(two, { index: 0 })).toMatchObject({ amountCents: 610, tipCents: 0 });
  const last = [line(600, 0, { state: 'refunded' }), line(400, 100)];
  expect(refundParts(last, { index: 1 })).toMatchObject({ amountCents: 510, tipCents: 100 });
  expect(refundParts(last, { index: 0 })).toEqual({ refusal: 'alreadyRefunded' });
});

test.each([
  ['cash', null, null],
  ['card', 'pi_1', 'stripe'],
  ['unknown', 'x-1', null],
] as const)('a refund goes to %s for the payment %s of %s', (target, paymentId, provider) => {
  expect(refundTarget(paymentId, provider)).toBe(target);
});

describe('a failed refund', () => {
  test('a failed refund leaves the sale as it was', () => {
    const lines = [line(700, 77), line(250, 28), line(250, 28)];
    const { tipsCents } = planned(lines, 0);
    const after = lines.map((each, at) => ({
      ...each,
      tipCents: tipsCents[at] ?? 0,
    }));
    expect(tipsAfterFailure(after)).toEqual([77, 28, 28]);
  });

  test('a failed refund of the last drink gives its tip to no other drink', () => {
    const lines = [line(600, 0, { state: 'refunded' }), line(200, 120)];
    expect(tipsAfterFailure(lines)).toEqual([0, 120]);
  });
});
