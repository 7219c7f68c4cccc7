import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { owedCents } from '../cases/owed.ts';
import { type Glasses, planRefunds, type RefundableLine, tipsAfterFailure } from './refund.ts';
import { line, planOf } from './testing/lines.ts';

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
