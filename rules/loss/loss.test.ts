import { array, assert, boolean, constantFrom, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  lossOf,
  type LossAmounts,
  lostOf,
  lostSalesCents,
  pouredParts,
  type SoldLines,
} from './loss.ts';

const [rum, cola] = ['rum', 'cola'];
const line = (change: Partial<SoldLines> = {}): SoldLines => ({
  lines: 1,
  atMs: 100,
  isMeasured: true,
  isDeducted: true,
  ingredientIds: [rum],
  servingMl: [45],
  ingredientPriceCents: [900],
  isDouble: false,
  quantity: 1,
  successQuantity: 1,
  refundedQuantity: 0,
  priceCents: 900,
  poured: new Map([[rum, 45]]),
  ...change,
});
const of = (
  lines: readonly SoldLines[],
  { movements = [], costs = new Map() }: Partial<Parameters<typeof lossOf>[0]> = {},
) => {
  const found = lossOf({ lines, movements, costs }).find(
    ({ ingredientId }) => ingredientId === rum,
  );
  if (!found) throw new Error('Nothing was poured');
  return found;
};
const addedUp = (amounts: LossAmounts): number =>
  Math.round(pouredParts.reduce((sum, part) => sum + amounts[part], 0) * 100) / 100;

const someLines = record({
  lines: integer({ min: 1, max: 5 }),
  atMs: nat(300),
  isMeasured: boolean(),
  isDeducted: boolean(),
  ingredientIds: constantFrom([rum], [cola], [rum, cola], []),
  servingMl: constantFrom([45, 120.55], [29.57, 10], []),
  ingredientPriceCents: constantFrom([900, 100], [0, 0], []),
  isDouble: boolean(),
  quantity: constantFrom(1, 2, 3),
  failed: nat(3),
  refunded: nat(3),
  priceCents: constantFrom(0, 1, 900, 1337),
  rumMl: nat(40_000),
  colaMl: nat(40_000),
}).map(({ failed, refunded, rumMl, colaMl, ...rest }): SoldLines => ({
  ...rest,
  successQuantity: Math.max(0, rest.quantity - failed),
  refundedQuantity: Math.min(rest.quantity, refunded),
  poured: new Map(
    rest.isMeasured
      ? [
          [rum, rumMl / 100],
          [cola, colaMl / 100],
        ]
      : [],
  ),
}));
const someMovement = record({
  ingredientId: constantFrom(rum, cola),
  atMs: nat(300),
  kind: constantFrom('refilled', 'loaded', 'removed', 'adjusted', 'counted', 'found', 'discarded'),
  ml: integer({ min: -50_000, max: 50_000 }).map((hundredths) => hundredths / 100),
});

test('LOSS-01 what was poured is sold, comped, refunded, wasted or over-poured, in 1,000 random nights', () => {
  const costs = new Map([[rum, [{ fromMs: 150, cents: 2150, perMl: 750 }]]]);
  assert(
    property(
      array(someLines, { minLength: 1, maxLength: 20 }),
      array(someMovement, { maxLength: 6 }),
      (lines, movements) => {
        for (const { ingredientId, ml, cents } of lossOf({ lines, movements, costs })) {
          const measured = lines
            .filter(({ isMeasured }) => isMeasured)
            .reduce(
              (sum, { poured }) => sum + Math.round((poured.get(ingredientId) ?? 0) * 100),
              0,
            );
          const estimated = lines
            .filter(({ isMeasured }) => !isMeasured)
            .reduce((sum, one) => {
              const serving = one.servingMl[one.ingredientIds.indexOf(ingredientId)] ?? 0;
              const glasses = one.successQuantity * one.lines * (one.isDouble ? 2 : 1);
              return sum + Math.round(serving * 100) * glasses;
            }, 0);
          expect(Math.round(ml.poured * 100)).toBe(measured + estimated);
          expect(ml.poured).toBe(addedUp(ml));
          if (cents) expect(cents.poured).toBe(addedUp(cents));
          const counts = movements.filter(
            (one) => one.ingredientId === ingredientId && ['counted', 'found'].includes(one.kind),
          );
          if (ml.unexplained !== null)
            expect(Math.round(ml.unexplained * 100)).toBe(
              counts.reduce((sum, one) => sum - Math.round(one.ml * 100), 0) + 0,
            );
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('LOSS-02 of a double with one failed glass of two only what exceeds one double is waste', () => {
  const double = { isDouble: true, quantity: 2 };
  const failed = of([line({ ...double, successQuantity: 1, poured: new Map([[rum, 121]]) })]);
  expect(failed.ml).toMatchObject({ poured: 121, sold: 90, wasted: 31, overPoured: 0 });
  const whole = of([line({ ...double, successQuantity: 2, poured: new Map([[rum, 185]]) })]);
  expect(whole.ml).toMatchObject({ poured: 185, sold: 180, wasted: 0, overPoured: 5 });
});

test('glasses that failed are refunded first, and free ones are comps', () => {
  const two = { quantity: 2, successQuantity: 1 };
  expect(of([line({ ...two, refundedQuantity: 1 })]).ml).toMatchObject({ sold: 45, refunded: 0 });
  expect(of([line({ ...two, refundedQuantity: 2 })]).ml).toMatchObject({ sold: 0, refunded: 45 });
  expect(of([line({ priceCents: 0, refundedQuantity: 1 })]).ml).toMatchObject({
    comped: 45,
    refunded: 0,
  });
});

test('lines without pours count as poured as set, and unknown servings as right', () => {
  const unmeasured = line({ isMeasured: false, poured: new Map() });
  expect(of([unmeasured, line()])).toMatchObject({
    notMeasuredMl: 45,
    ml: { poured: 90, sold: 90 },
  });
  const unknown = line({ servingMl: [], poured: new Map([[rum, 52.5]]) });
  expect(of([unknown]).ml).toMatchObject({ poured: 52.5, sold: 52.5, overPoured: 0 });
});

test('amounts are valued at the cost of their time, before the first one as an estimate', () => {
  const costs = new Map([
    [
      rum,
      [
        { fromMs: 0, cents: 2000, perMl: 1000 },
        { fromMs: 200, cents: 3000, perMl: 750 },
      ],
    ],
  ]);
  const lines = [line({ lines: 10, poured: new Map([[rum, 500]]) }), line({ atMs: 200 })];
  // 450 ml at 2 cents and 45 ml at 4 cents.
  expect(of(lines, { costs })).toMatchObject({
    cents: { sold: 1080, overPoured: 100, poured: 1180 },
    isEstimated: false,
  });
  const later = new Map([[rum, [{ fromMs: 150, cents: 2000, perMl: 1000 }]]]);
  expect(of([line()], { costs: later }).isEstimated).toBe(true);
  expect(of([line()]).cents).toBeNull();
});

test('what is lost at menu price is what an ml that was sold earned', () => {
  const found = of([line({ lines: 10, poured: new Map([[rum, 495]]) })]);
  expect(lostOf(found.ml)).toBe(45);
  expect(lostSalesCents(found)).toBe(900);
  const mixed = line({
    ingredientIds: [rum, cola],
    servingMl: [45, 100],
    ingredientPriceCents: [700, 200],
  });
  expect(of([mixed]).salesCents).toBe(700);
  expect(of([{ ...mixed, ingredientPriceCents: [] }]).salesCents).toBe(450);
});

test('what a count finds missing was taken; a refilled level needs a count', () => {
  const at = { ingredientId: rum, atMs: 100 };
  const counted = [{ ...at, kind: 'counted', ml: -300 }];
  expect(of([line()], { movements: counted }).ml.unexplained).toBe(300);
  const refilled = [
    { ...at, kind: 'refilled', ml: 300 },
    { ...at, kind: 'adjusted', ml: -10 },
  ];
  expect(of([line()], { movements: refilled }).ml.unexplained).toBeNull();
  const unmanaged = line({ isDeducted: false });
  expect(of([unmanaged], { movements: counted }).ml.unexplained).toBeNull();
  const discarded = [{ ...at, kind: 'discarded', ml: -20 }];
  expect(of([line()], { movements: discarded }).ml).toMatchObject({
    discarded: 20,
    unexplained: null,
  });
});
