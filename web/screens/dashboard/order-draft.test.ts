import { expect, test } from 'vitest';
import type { Unit } from '../../calls/units.ts';
import {
  choicesOf,
  drinkCents,
  drinkName,
  emptyDrink,
  orderOf,
  placeProblems,
} from './order-draft.ts';

const entry = (ingredientId: string, name: string, price: number, ...positionInUnit: string[]) => ({
  ingredientId,
  name,
  price,
  doublePrice: 0,
  positionInUnit,
});
const inventory = {
  gin: entry('gin', 'Beefeater', 7.1, '3'),
  mix: entry('mix', 'Espresso Martini Mix', 9),
  tonic: entry('tonic', 'Tonic', 2.2, '102'),
};
const unit = { unitNumber: 1001, inventory } as unknown as Unit;
const choices = choicesOf(unit);

test('what has no position cannot be poured', () => {
  expect(choices).toEqual([
    { id: 'gin', name: 'Beefeater', priceCents: 710 },
    { id: 'tonic', name: 'Tonic', priceCents: 220 },
  ]);
  expect(choicesOf(undefined)).toEqual([]);
});

test('a drink is named and priced by its ingredients', () => {
  const drink = { ingredientIds: ['tonic', 'gin'], quantity: 3 };
  expect(drinkName(choices, drink)).toBe('Tonic + Beefeater');
  expect(drinkCents(choices, drink)).toBe(2790);
  expect(drinkCents(choices, emptyDrink)).toBe(0);
});

test('a drink with nothing in it is not sent', () => {
  expect(orderOf(1001, [{ ingredientIds: ['gin'], quantity: 2 }, emptyDrink])).toEqual({
    unitNumber: 1001,
    drinks: [{ ingredients: ['gin'], quantity: 2 }],
  });
});

test('the sentences of the server stand where they belong', () => {
  const fields = new Map([
    ['unitNumber', 'Unknown unit'],
    ['drinks.1.ingredients', 'This is not on the unit'],
    ['drinks.1.quantity', 'Use at least 1'],
    ['drinks.10.quantity', 'Use at most 100'],
    ['drinks', 'An order needs at least one drink'],
  ]);
  expect(placeProblems(fields)).toEqual({
    unit: 'Unknown unit',
    drinks: new Map([
      [1, 'This is not on the unit'],
      [10, 'Use at most 100'],
    ]),
    rest: 'An order needs at least one drink',
  });
  expect(placeProblems(new Map())).toEqual({ drinks: new Map() });
});
