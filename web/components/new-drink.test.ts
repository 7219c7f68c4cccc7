import { describe, expect, test } from 'vitest';
import type { Drink } from '../api/drinks.ts';
import type { Ingredient } from '../api/ingredients.ts';
import { chosenOf, sameDrink, newDrink, sumOf } from './new-drink.ts';

const ingredient = (id: string, price: number, doublePrice = 0, activeInUnit = true) =>
  ({
    _id: id,
    name: id.toUpperCase(),
    price,
    doublePrice,
    activeInUnit,
    venueId: 'v',
    unitId: 'u',
  }) as Ingredient;
const drink = (...ids: string[]) => ({ ingredients: ids.map((_id) => ({ _id })) }) as Drink;

const gin = ingredient('gin', 5, 8);
const rum = ingredient('rum', 2, 1);
const cola = ingredient('cola', 3);
const syrup = ingredient('syrup', 1, 0, false);

test('keeps the order of the chosen ingredients and drops those not stocked', () => {
  const chosen = chosenOf([gin, rum, cola, syrup], ['cola', 'syrup', 'gin', 'gone']);
  expect(chosen).toEqual([cola, gin]);
});

test("derives a drink's name and price from its ingredients", () => {
  expect(sumOf([ingredient('a', 0.1), ingredient('b', 0.2)])).toBe(30);
  expect(newDrink([rum, gin, cola], true)).toEqual({
    name: 'RUM + GIN + COLA',
    price: 10,
    doublePrice: 13,
    ingredients: ['rum', 'gin', 'cola'],
    venueId: 'v',
    unitId: 'u',
  });
  expect(newDrink([rum], false)).not.toHaveProperty('doublePrice');
  expect(newDrink([ingredient('a', 5, 5)], true).doublePrice).toBe(5);
});

describe('sameDrink', () => {
  const drinks = [drink('rum', 'cola'), drink('gin')];
  test.each([
    ['in any order', [cola, rum], true],
    ['alone', [gin], true],
    ['with more in it', [rum, cola, gin], false],
    ['with less in it', [rum], false],
  ])('compares the set of ingredients %s', (_what, parts, expected) => {
    expect(sameDrink(parts, drinks) !== undefined).toBe(expected);
  });
});
