import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  discountedCents,
  discountPercentText,
  discountRateOf,
  drinkDoublePriceCents,
  drinkPriceCents,
  drinkRanks,
  type Former,
  momentsIn,
  priceWindow,
  valueAt,
} from './drink-price.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const ingredients = fc.array(
  fc.record({ priceCents: cents, doublePriceCents: fc.option(cents, { nil: null }) }),
  { maxLength: 20 },
);

test('a drink costs the sum of its ingredients', () => {
  expect(drinkPriceCents([{ priceCents: 500 }, { priceCents: 250 }])).toBe(750);
  expect(drinkPriceCents([])).toBe(0);
});

test('a double uses a double price that is set and not below the price, else the price', () => {
  expect(
    drinkDoublePriceCents([
      { priceCents: 500, doublePriceCents: 800 },
      { priceCents: 200, doublePriceCents: 100 },
      { priceCents: 300, doublePriceCents: null },
    ]),
  ).toBe(1300);
});

test('a double price equal to the price is used', () => {
  expect(drinkDoublePriceCents([{ priceCents: 500, doublePriceCents: 500 }])).toBe(500);
});

test('a double is never cheaper than the single, and its parts add up', () => {
  fc.assert(
    fc.property(ingredients, ingredients, (some, others) => {
      const all = [...some, ...others];
      expect(drinkDoublePriceCents(all)).toBeGreaterThanOrEqual(drinkPriceCents(all));
      expect(drinkPriceCents(all)).toBe(drinkPriceCents(some) + drinkPriceCents(others));
      expect(drinkDoublePriceCents(all)).toBe(
        drinkDoublePriceCents(some) + drinkDoublePriceCents(others),
      );
    }),
  );
});

test('the double of one ingredient is the larger of its two prices', () => {
  fc.assert(
    fc.property(cents, fc.option(cents, { nil: null }), (priceCents, doublePriceCents) => {
      const expected =
        doublePriceCents !== null && doublePriceCents >= priceCents ? doublePriceCents : priceCents;
      expect(drinkDoublePriceCents([{ priceCents, doublePriceCents }])).toBe(expected);
    }),
  );
});

test.each([
  ['25', 0.25],
  ['150', 1],
  ['-3', 0],
  ['abc', 0],
  ['', 0],
  ['12.5%', 0.125],
  ['7.125', 0.0713],
])('%s percent is the rate %d', (text, rate) => {
  expect(discountRateOf(text)).toBe(rate);
});

test('shows a stored rate as it was entered', () => {
  for (let percent = 0; percent <= 100; percent += 0.25) {
    expect(discountPercentText(discountRateOf(String(percent)))).toBe(String(percent));
  }
});

test.each([
  [900, 0, 900],
  [900, 0.25, 675],
  [900, 0.125, 788],
  [1, 0.5, 1],
  [1450, 1, 0],
  [1, 0.5001, 0],
])('%d cents with a discount of %d are %d', (cents, rate, left) => {
  expect(discountedCents(cents, rate)).toBe(left);
});

const abcd = ['a', 'b', 'c', 'd'].map((id, rank) => ({ id, rank }));

describe('drinkRanks', () => {
  test('a moved drink gets its rank and the others close the gap', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 2 }])).toEqual(['b', 'c', 'a', 'd']);
    expect(drinkRanks(abcd, [{ id: 'd', rank: 0 }])).toEqual(['d', 'a', 'b', 'c']);
  });

  test('a drink comes last when its rank exceeds the last one', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 99 }])).toEqual(['b', 'c', 'd', 'a']);
  });
});

test('applies a complete list of ranks unchanged', () => {
  const params = ['d', 'b', 'a', 'c'].map((id, rank) => ({ id, rank }));
  expect(drinkRanks(abcd, params)).toEqual(['d', 'b', 'a', 'c']);
});

test('the second of two requests for one rank gets the next rank', () => {
  const params = [
    { id: 'c', rank: 1 },
    { id: 'd', rank: 1 },
  ];
  expect(drinkRanks(abcd, params)).toEqual(['a', 'c', 'd', 'b']);
});

test('ignores ranks of unknown drinks', () => {
  expect(drinkRanks(abcd, [{ id: 'z', rank: 0 }])).toEqual(['a', 'b', 'c', 'd']);
  expect(drinkRanks([], [{ id: 'z', rank: 0 }])).toEqual([]);
});

test('every drink occurs exactly once, whatever ranks are requested', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(ids, fc.array(fc.nat(20), { maxLength: 12 }), fc.nat(), (names, ranks, seed) => {
      const drinks = names.map((id, rank) => ({ id, rank }));
      const params = ranks.flatMap((rank, index) => {
        const id = names[(seed + index) % Math.max(1, names.length)];
        return id === undefined || index >= names.length ? [] : [{ id, rank }];
      });
      expect(drinkRanks(drinks, params).toSorted()).toEqual(names.toSorted());
    }),
  );
});

const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);

describe('the times whose prices a unit may have charged', () => {
  test('a quarter of an hour before and after the sale, for a unit in contact', () => {
    expect(priceWindow(at('20:40'), null)).toEqual({ from: at('20:25'), until: at('20:55') });
  });

  test('back to its last contact, for a unit without', () => {
    expect(priceWindow(at('20:40'), at('19:10')).from).toEqual(at('19:10'));
  });

  test('never less than a quarter of an hour, never more than 14 days', () => {
    expect(priceWindow(at('20:40'), at('20:39')).from).toEqual(at('20:25'));
    expect(priceWindow(at('20:40'), new Date('2026-01-01T00:00:00Z')).from).toEqual(
      new Date('2026-06-17T20:40:00Z'),
    );
  });
});

describe('the price at a moment', () => {
  const former: Former<number>[] = [
    { until: at('18:00'), value: 850 },
    { until: at('20:00'), value: 950 },
  ];

  test.each([
    ['17:59', 850],
    ['18:00', 950],
    ['19:59', 950],
    ['20:00', 1150],
    ['23:00', 1150],
  ])('at %s it is %i', (time, cents) => {
    expect(valueAt(1150, former, at(time))).toBe(cents);
  });
});

test('the moments of a window meet every price that held within it', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 });
  const instant = (minute: number) => new Date(at('00:00').getTime() + minute * 60_000);
  fc.assert(
    fc.property(
      minutes,
      fc.integer({ min: 100, max: 2900 }),
      fc.nat(2000),
      (changes, sold, gap) => {
        const former = changes
          .toSorted((one, other) => one - other)
          .map((minute) => ({ until: instant(minute), value: minute }));
        const window = priceWindow(instant(sold), instant(Math.max(0, sold - gap)));
        const met = new Set(
          momentsIn(
            window,
            former.map(({ until }) => until),
          ).map((moment) => valueAt(-1, former, moment)),
        );
        for (let ms = window.from.getTime(); ms <= window.until.getTime(); ms += 60_000)
          expect(met).toContain(valueAt(-1, former, new Date(ms)));
      },
    ),
  );
});
