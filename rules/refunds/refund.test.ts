import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { owedCents } from '../cases/cases.ts';
import { refundMessages } from './refund-messages.ts';
import {
  type Glasses,
  planRefunds,
  readDrinkIndexes,
  type RefundableLine,
  refundParts,
  refundTarget,
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

/** A line with the refunds of its glasses, changed as the server does. */
interface Sold {
  priceCents: number;
  taxCents: number;
  tipCents: number;
  quantity: number;
  refunds: { taken: Glasses; amountCents: number; state: 'requested' | 'refunded' }[];
}

function lineOf({ refunds, ...rest }: Sold): RefundableLine {
  const taken = refunds.reduce((sum, one) => added(sum, one.taken), nothing);
  const isOpen = taken.glasses < rest.quantity;
  const isUnderWay = refunds.some(({ state }) => state === 'requested');
  return { ...rest, taken, state: isOpen ? 'paid' : isUnderWay ? 'requested' : 'refunded' };
}

const nothing: Glasses = { glasses: 0, taxCents: 0, tipCents: 0 };
const added = (a: Glasses, b: Glasses): Glasses => ({
  glasses: a.glasses + b.glasses,
  taxCents: a.taxCents + b.taxCents,
  tipCents: a.tipCents + b.tipCents,
});

test('FAIL-06 the amount paid equals the remaining plus the refunded amount after any refunds of glasses, failures and returns', () => {
  const sold = array(
    record({
      eachCents: constantFrom(0, 1, 250, 900, 1337),
      quantity: integer({ min: 1, max: 4 }),
      taxCents: nat(200),
      tipCents: nat(300),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const steps = array(
    record({
      index: nat(5),
      glasses: constantFrom(undefined, 1, 1, 2, 3),
      ends: constantFrom('well', 'badly', 'late', 'returned'),
      which: nat(3),
    }),
    { maxLength: 20 },
  );
  assert(
    property(sold, steps, (start, taken) => {
      const now: Sold[] = start.map(({ eachCents, ...line }) => ({
        ...line,
        priceCents: eachCents * line.quantity,
        refunds: [],
      }));
      const paid = now.reduce((sum, one) => sum + one.priceCents + one.taxCents + one.tipCents, 0);
      const lines = () => now.map(lineOf);
      const take = (tipsCents: readonly number[]) =>
        now.forEach((one, at) => {
          one.tipCents = tipsCents[at] ?? 0;
        });
      const check = () => {
        let cents = 0;
        for (const one of now) {
          const back = one.refunds.reduce(
            (sum, { taken: glasses }) => added(sum, glasses),
            nothing,
          );
          const amounts = one.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
          expect(back.glasses).toBeLessThanOrEqual(one.quantity);
          const left = [one.taxCents - back.taxCents, one.tipCents - back.tipCents];
          for (const each of left) expect(each).toBeGreaterThanOrEqual(0);
          const price = (one.priceCents / one.quantity) * (one.quantity - back.glasses);
          cents += amounts + price + left.reduce((sum, each) => sum + each, 0);
          // All of the tax and the tip of a line have gone with its last glass.
          if (back.glasses === one.quantity) expect(left).toEqual([0, 0]);
        }
        expect(cents).toBe(paid);
      };
      for (const { index, glasses, ends, which } of taken) {
        const one = now[index];
        const earlier = one?.refunds[which];
        if (ends === 'returned' && one && earlier) {
          one.refunds.splice(which, 1);
          take(tipsAfterFailure(lines()));
          check();
          continue;
        }
        const plan = planRefunds(lines(), [{ index, glasses }]);
        if ('refusal' in plan) continue;
        take(plan.tipsCents);
        for (const { amountCents, ...rest } of plan.refunds)
          one?.refunds.push({ taken: rest, amountCents, state: 'requested' });
        check();
        const last = one?.refunds.at(-1);
        if (last && ends === 'well') last.state = 'refunded';
        if (ends !== 'badly') continue;
        one?.refunds.pop();
        take(tipsAfterFailure(lines()));
        check();
      }
    }),
  );
});

describe('refunds of glasses', () => {
  const three = (more: Partial<RefundableLine> = {}) =>
    line(2850, 400, { taxCents: 253, quantity: 3, ...more });

  test('a glass returns its price and the last share of the tax, the last one also the tip', () => {
    const first = planOf([three()], [{ index: 0, glasses: 2 }]);
    expect(first.refunds).toEqual([
      { index: 0, glasses: 2, taxCents: 168, tipCents: 0, amountCents: 2068 },
    ]);
    expect(first.tipsCents).toEqual([400]);
    const rest = planOf(
      [three({ taken: { glasses: 2, taxCents: 168, tipCents: 0 } })],
      [{ index: 0 }],
    );
    expect(rest.refunds).toEqual([
      { index: 0, glasses: 1, taxCents: 85, tipCents: 400, amountCents: 1435 },
    ]);
  });

  test('the tip stays with the line as long as one of its glasses is paid for, and then moves to the others', () => {
    const other = line(1000, 100);
    expect(planOf([three(), other], [{ index: 0, glasses: 2 }]).tipsCents).toEqual([400, 100]);
    expect(planOf([three(), other], [{ index: 0, glasses: 3 }]).tipsCents).toEqual([0, 500]);
  });

  test('a glass whose refund failed leaves its share of the tax to the next one', () => {
    const taken = { glasses: 1, taxCents: 85, tipCents: 0 };
    const { refunds } = planOf([three({ taken })], [{ index: 0, glasses: 2 }]);
    expect(refunds[0]?.taxCents).toBe(168);
  });

  test('more glasses than are paid for are refused', () => {
    const taken = { glasses: 2, taxCents: 168, tipCents: 0 };
    expect(planRefunds([three({ taken })], [{ index: 0, glasses: 2 }])).toEqual({
      refusal: 'tooManyGlasses',
    });
    expect(planRefunds([three()], [{ index: 0, glasses: 4 }])).toEqual({
      refusal: 'tooManyGlasses',
    });
  });

  test('the failed glasses return what is owed for them', () => {
    const sold = record({
      priceCents: integer({ min: 1, max: 2000 }),
      quantity: integer({ min: 1, max: 9 }),
      failed: integer({ min: 1, max: 9 }),
      taxCents: nat(2000),
    });
    assert(
      property(sold, ({ priceCents, quantity, failed: some, taxCents }) => {
        const failed = Math.min(some, quantity);
        const sale = [line(priceCents * quantity, 0, { taxCents, quantity }), line(100, 0)];
        const [refund] = planOf(sale, [{ index: 0, glasses: failed }]).refunds;
        expect(refund?.amountCents).toBe(
          owedCents(
            { priceCents, quantity, failed, taxCents, tipCents: 0 },
            { isNothingPoured: false },
          ),
        );
      }),
    );
  });
});

const parts = (priceCents: number, taxCents: number, tipCents: number) => ({
  amountCents: priceCents + taxCents + tipCents,
  priceCents,
  taxCents,
  tipCents,
});

test.each([
  ['Refund $11.77? $9.50, tax $0.84, tip $1.43', parts(950, 84, 143)],
  ['Refund $9.00? $7.00, tip $2.00', parts(700, 0, 200)],
  ['Refund $7.00?', parts(700, 0, 0)],
  ['Refund $2.00? tip $2.00', parts(0, 0, 200)],
])('the question of a refund is %s', (text, of) => {
  expect(refundMessages.question(of)).toBe(text);
});
