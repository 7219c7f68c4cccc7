import { describe, expect, test } from 'vitest';
import {
  complimentaryReasons,
  type DiagnosedDrink,
  pouringFailureReasons,
  type ReportedPour,
  type StockNow,
} from './diagnosis.ts';

const campari: StockNow = {
  ingredientId: 'campari',
  name: 'Campari',
  servingSizeMl: 45,
  pouringTimeMs: 30_000,
  active: true,
  places: [{ position: 3, remainingMl: 20 }],
};
const tonic: StockNow = {
  ...campari,
  ingredientId: 'tonic',
  name: 'Tonic',
  pouringTimeMs: null,
  places: [{ position: 101, remainingMl: 9000 }],
};
const pour = (outcome: ReportedPour['outcome'], more: Partial<ReportedPour> = {}) => ({
  ingredientId: 'campari',
  ingredientName: 'Campari',
  position: 3,
  ml: 0,
  ms: 0,
  outcome,
  ...more,
});
const drink = (more: Partial<DiagnosedDrink> = {}): DiagnosedDrink => ({
  quantity: 1,
  successQuantity: 0,
  isDouble: false,
  priceCents: 900,
  refundedCents: null,
  enteredBy: 'unit',
  hasPayment: true,
  discountRate: 0,
  unitIsThere: true,
  pours: [],
  stock: [tonic],
  ...more,
});

describe('a drink that was not poured', () => {
  test.each<[string, ReportedPour, string]>([
    ['an empty bottle', pour('empty'), 'Position 3 (Campari) was empty'],
    [
      'a block',
      pour('blocked'),
      'Position 3 (Campari) was blocked: clean the nozzle and check the line',
    ],
    [
      'a slow line',
      pour('timeout', { ml: 12, ms: 30_000 }),
      'Position 3 (Campari) poured 12 of 45 ml in 30 s: check the line for air or a kink',
    ],
    [
      'a pour that took all its time',
      pour('partial', { ml: 12.5, ms: 30_040 }),
      'Position 3 (Campari) poured 12.5 of 45 ml in 30 s: check the line for air or a kink',
    ],
    [
      'a pour that stopped',
      pour('partial', { ml: 30, ms: 8250 }),
      'Position 3 (Campari) poured 30 of 45 ml in 8.3 s: the bottle may have run out in the middle',
    ],
    [
      'a whole pour that was none',
      pour('poured', { ml: 20, ms: 4000 }),
      'Position 3 (Campari) poured 20 of 45 ml in 4 s: the bottle may have run out in the middle',
    ],
    [
      'somebody who cancelled it',
      pour('cancelled', { ml: 5, ms: 900 }),
      'Position 3 (Campari) poured 5 of 45 ml in 0.9 s: the pour was cancelled',
    ],
  ])('explains a failed pour caused by %s', (_why, reported, message) => {
    const stock = [{ ...campari, places: [{ position: 3, remainingMl: 45 }] }];
    const empty = reported.outcome === 'empty' ? [{ ...campari, places: [] }] : stock;
    const [first] = pouringFailureReasons(drink({ pours: [reported], stock: empty }));
    expect(first).toBe(message);
  });

  test('explains an empty bottle that the stock records show as full', () => {
    const stock = [{ ...campari, places: [{ position: 3, remainingMl: 700 }] }];
    expect(pouringFailureReasons(drink({ pours: [pour('empty')], stock }))).toEqual([
      'Position 3 (Campari) was empty, although 700 ml are recorded: check the bottle, then restore it',
    ]);
  });

  test('expects twice the amount for a double', () => {
    const pours = [pour('timeout', { ml: 12, ms: 30_000 })];
    expect(pouringFailureReasons(drink({ pours, stock: [campari], isDouble: true }))[0]).toContain(
      'poured 12 of 90 ml',
    );
  });

  test('lists the most likely cause first, without duplicates', () => {
    const pours = [
      pour('cancelled', { position: 5, ml: 1 }),
      pour('timeout', { position: 4, ml: 9 }),
      pour('empty'),
      pour('empty'),
      pour('blocked', { position: 7 }),
    ];
    const reasons = pouringFailureReasons(drink({ pours, stock: [tonic], quantity: 2 }));
    expect(reasons.map((reason) => reason.slice(0, 10))).toEqual([
      'Position 3',
      'Position 7',
      'Position 4',
      'Position 5',
    ]);
  });

  test.each<[Partial<StockNow>, string]>([
    [{ places: [] }, 'Campari is not loaded in this unit any more'],
    [{ active: false }, 'Campari is switched off in this unit'],
    [{}, 'Campari has 20 ml left, less than the 45 ml of a serving'],
  ])("explains a failed pour by the unit's stock: %j", (now, message) => {
    expect(pouringFailureReasons(drink({ stock: [{ ...campari, ...now }, tonic] }))).toEqual([
      expect.stringMatching(/^The unit reported no pours/),
      message,
    ]);
  });

  test('reports when no cause is known', () => {
    const pours = [pour('poured', { ml: 44, ms: 9000 })];
    const stock = [{ ...campari, places: [{ position: 3, remainingMl: 700 }] }];
    expect(pouringFailureReasons(drink({ pours, stock }))).toEqual([
      'Every pour was reported as complete, yet 0 of 1 counted as served',
    ]);
    expect(pouringFailureReasons(drink({ pours, stock, successQuantity: 1 }))).toEqual([]);
  });

  test('explains that a manually entered drink was poured by no unit, and gives no reason for an imported one', () => {
    expect(pouringFailureReasons(drink({ enteredBy: 'manual' }))).toEqual([
      'The order was entered by hand: no unit poured it',
    ]);
    expect(pouringFailureReasons(drink({ enteredBy: 'import' }))).toEqual([]);
  });

  test('gives no stock reasons for a deleted unit', () => {
    const gone = drink({ unitIsThere: false, stock: [{ ...campari, places: [] }] });
    expect(pouringFailureReasons(gone)).toEqual([expect.stringContaining('no pours')]);
  });
});

describe('a drink that was free or refunded', () => {
  test('explains a free drink in a unit with a full discount', () => {
    const free = drink({ successQuantity: 1, priceCents: 0, hasPayment: false, discountRate: 1 });
    expect(complimentaryReasons(free, true)).toEqual([
      'This unit gives a discount of 100%',
      'The drink had a price of $0.00, so it was given away',
      'No card reader took a payment for it',
    ]);
  });

  test('explains a refund by its failed pour', () => {
    const pours = [pour('partial', { ml: 30, ms: 8000 })];
    const back = drink({ quantity: 2, successQuantity: 1, refundedCents: 1960, pours });
    expect(complimentaryReasons(back, true)).toEqual([
      'Position 3 (Campari) poured 30 ml in 8 s: the bottle may have run out in the middle',
      'Only 1 of 2 were poured completely',
      'It was refunded: $19.60 went back',
    ]);
  });

  test('gives no reason for a drink that is neither free nor refunded', () => {
    expect(complimentaryReasons(drink({ successQuantity: 1 }), true)).toEqual([]);
  });
});
