import { expect, test } from 'vitest';
import type { Drink } from '../../api/drinks.ts';
import type { Unit } from '../../api/units.ts';
import {
  canSell,
  drinkCents,
  drinkName,
  emptyDrink,
  offerOf,
  orderOf,
  positionErrors,
} from './order-draft.ts';

const entry = (ingredientId: string, name: string, price: number, ...positionInUnit: string[]) => ({
  ingredientId,
  name,
  price,
  doublePrice: 0,
  positionInUnit,
});
const inventory = {
  gin: { ...entry('gin', 'Beefeater', 7.1, '3'), doublePrice: 12 },
  mix: entry('mix', 'Espresso Martini Mix', 9),
  tonic: entry('tonic', 'Tonic', 2.2, '102'),
};
const unit = { unitNumber: 1001, inventory } as unknown as Unit;
const negroni = { _id: 'negroni', name: 'Negroni', price: 14 } as unknown as Drink;
const spritz = { _id: 'spritz', name: 'Spritz', price: 9, doublePrice: 15 } as unknown as Drink;
const offer = offerOf(unit, [negroni, spritz]);
const of = (...ingredientIds: string[]) => ({ ...emptyDrink, ingredientIds });

test('an ingredient without a position cannot be poured', () => {
  expect(offer.ingredients.map(({ name, priceCents }) => [name, priceCents])).toEqual([
    ['Beefeater', 710],
    ['Tonic', 220],
  ]);
  expect(offerOf(undefined, [])).toEqual({ drinks: [], ingredients: [] });
  expect(canSell(unit)).toBe(true);
  expect(canSell({ ...unit, inventory: {} })).toBe(false);
});

test("derives a drink's name and price from its ingredients", () => {
  const drink = { ...of('tonic', 'gin'), quantity: 3 };
  expect(drinkName(offer, drink)).toBe('Tonic + Beefeater');
  expect(drinkCents(offer, drink)).toBe(2790);
  expect(drinkCents(offer, emptyDrink)).toBe(0);
});

test('a drink of the menu has its menu name and price', () => {
  const drink = { ...emptyDrink, drinkId: 'spritz', quantity: 2 };
  expect(drinkName(offer, drink)).toBe('Spritz');
  expect(drinkCents(offer, drink)).toBe(1800);
});

test('a double costs its own price, or the sum of its ingredients, never less than a single', () => {
  const double = { ...emptyDrink, isDouble: true };
  expect(drinkCents(offer, { ...double, drinkId: 'spritz' })).toBe(1500);
  expect(drinkCents(offer, { ...double, drinkId: 'negroni' })).toBe(1400);
  // Gin has a double price of $12.
  expect(drinkCents(offer, { ...double, ingredientIds: ['gin', 'tonic'] })).toBe(1420);
  expect(drinkName(offer, { ...double, drinkId: 'negroni' })).toBe('Negroni, double');
});

test('does not send a drink without ingredients', () => {
  const drinks = [
    { ...of('gin'), quantity: 2 },
    { ...emptyDrink, drinkId: 'negroni', isDouble: true },
    emptyDrink,
  ];
  expect(orderOf(1001, drinks)).toEqual({
    unitNumber: 1001,
    drinks: [
      { ingredients: ['gin'], quantity: 2 },
      { drinkId: 'negroni', quantity: 1, isDouble: true },
    ],
  });
});

test('assigns server messages to their drinks and fields', () => {
  const fields = new Map([
    ['unitNumber', 'Unknown unit'],
    ['drinks.1.ingredients', 'This is not on the unit'],
    ['drinks.1.quantity', 'Use at least 1'],
    ['drinks.10.quantity', 'Use at most 100'],
    ['drinks', 'An order needs at least one drink'],
  ]);
  expect(positionErrors(fields)).toEqual({
    unit: 'Unknown unit',
    drinks: new Map([
      [1, 'This is not on the unit'],
      [10, 'Use at most 100'],
    ]),
    rest: 'An order needs at least one drink',
  });
  expect(positionErrors(new Map())).toEqual({ drinks: new Map() });
});
