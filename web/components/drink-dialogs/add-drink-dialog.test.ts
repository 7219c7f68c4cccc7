import { describe, expect, test } from 'vitest';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import {
  doublePriceOf,
  drinkOf,
  emptyDraft,
  errorsOf,
  nameOf,
  priceOf,
} from './add-drink-dialog.tsx';
import { chosenOf, newDrink, sameDrink, sumOf } from '../new-drink.ts';

const ingredient = (_id: string, name: string, price: number, doublePrice: number) =>
  ({ _id, name, price, doublePrice, activeInUnit: true }) as unknown as Ingredient;
const stock = [ingredient('rum', 'Rum', 7, 12), ingredient('cola', 'Cola', 2.5, 0)];
const chosen = { ...emptyDraft, chosen: ['cola', 'rum'] };
const drinks = [{ ingredients: [{ _id: 'rum' }, { _id: 'cola' }] }] as unknown as Drink[];

describe('drink draft name and price', () => {
  test('name and price follow the chosen ingredients, in order', () => {
    expect(nameOf(stock, chosen)).toBe('Cola + Rum');
    expect(priceOf(stock, chosen)).toBe('$9.50');
    expect(nameOf(stock, emptyDraft)).toBe('');
    expect(priceOf(stock, emptyDraft)).toBe('');
  });

  test('name and price are as typed, even when empty', () => {
    const typed = { ...chosen, typedName: 'Cuba Libre', typedPrice: '' };
    expect(nameOf(stock, typed)).toBe('Cuba Libre');
    expect(priceOf(stock, typed)).toBe('');
  });

  test('a double never costs less than the typed price of a single', () => {
    expect(doublePriceOf(stock, chosen)).toBe(14.5);
    expect(doublePriceOf(stock, { ...chosen, typedPrice: '20' })).toBe(20);
  });
});

describe('drink draft errors', () => {
  test('reports an empty draft', () => {
    expect(errorsOf(stock, [], emptyDraft)).toEqual({
      name: 'Cannot be empty',
      price: 'Cannot be empty',
      ingredients: 'You must choose at least one ingredient',
    });
  });

  test('reports an invalid price', () => {
    const typed = { ...chosen, typedPrice: 'lots' };
    expect(errorsOf(stock, [], typed)).toEqual({ price: 'Enter an amount such as 12.50' });
  });

  test('reports a drink with the same ingredients', () => {
    expect(errorsOf(stock, drinks, chosen)).toEqual({ ingredients: 'Drink is already created' });
    expect(errorsOf(stock, drinks, { ...chosen, chosen: ['rum'] })).toEqual({});
  });
});

test('sends a double price only when doubles are sold', () => {
  const at = { venueId: 'v', unitId: 'u', withDouble: false };
  const draft = { ...chosen, typedName: ' Cuba Libre ' };
  const sent = {
    name: 'Cuba Libre',
    price: 9.5,
    ingredients: ['cola', 'rum'],
    venueId: 'v',
    unitId: 'u',
  };
  expect(drinkOf(stock, draft, at)).toEqual(sent);
  expect(drinkOf(stock, draft, { ...at, withDouble: true })).toEqual({
    ...sent,
    doublePrice: 14.5,
  });
});

const pickedIngredient = (id: string, price: number, doublePrice = 0, activeInUnit = true) =>
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

const gin = pickedIngredient('gin', 5, 8);
const rum = pickedIngredient('rum', 2, 1);
const cola = pickedIngredient('cola', 3);
const syrup = pickedIngredient('syrup', 1, 0, false);

test('keeps the order of the chosen ingredients and drops those not stocked', () => {
  const chosen = chosenOf([gin, rum, cola, syrup], ['cola', 'syrup', 'gin', 'gone']);
  expect(chosen).toEqual([cola, gin]);
});

test("derives a drink's name and price from its ingredients", () => {
  expect(sumOf([pickedIngredient('a', 0.1), pickedIngredient('b', 0.2)])).toBe(30);
  expect(newDrink([rum, gin, cola], true)).toEqual({
    name: 'RUM + GIN + COLA',
    price: 10,
    doublePrice: 13,
    ingredients: ['rum', 'gin', 'cola'],
    venueId: 'v',
    unitId: 'u',
  });
  expect(newDrink([rum], false)).not.toHaveProperty('doublePrice');
  expect(newDrink([pickedIngredient('a', 5, 5)], true).doublePrice).toBe(5);
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
