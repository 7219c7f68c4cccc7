import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drinkDoublePriceCents, drinkPriceCents } from './drink-price.ts';

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
