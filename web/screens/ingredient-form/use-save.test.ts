import { expect, test } from 'vitest';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { confirmationFor, holdersOf, overridesOf } from './use-save.ts';

const stocked = (name: string, ...positionInUnit: string[]) =>
  ({ _id: name.toLowerCase(), name, positionInUnit, activeInUnit: true }) as Ingredient;
const gin = stocked('Gin', '1', '2');
const rum = stocked('Rum', '3');
const vodka = stocked('Vodka', '4', '5');
const unit = [gin, rum, vodka];
const drink = (name: string, ...ids: string[]) =>
  ({
    name,
    active: true,
    ingredients: ids.map((_id) => ({ _id, activeInUnit: true })),
  }) as Drink;
const drinks = [drink('Rum Sour', 'rum'), drink('Gin Sour', 'gin'), drink('Both', 'gin', 'rum')];

const send = (
  before: Ingredient | null,
  chosen: string[],
  managesInventory = false,
  holders = holdersOf(unit, undefined, before),
) => confirmationFor({ unitNumber: 1001, before, chosen, holders, drinks, managesInventory });

test('needs no confirmation for free positions without inventory management', () => {
  expect(send(null, ['6', '7'])).toBeNull();
  expect(send(null, [])).toBeNull();
  expect(send(gin, ['1', '6'])).toBeNull();
});

test('a confirmation for occupied positions lists names, positions, and drinks that leave the menu', () => {
  expect(send(null, ['3', '4'])).toMatchObject({
    text: ingredientFormMessages.occupied,
    details: [
      'Rum: 3',
      'Vodka: 4',
      'Rum is then no longer stocked in the unit',
      'Rum Sour leaves the menu',
      'Both leaves the menu',
    ],
    deactivates: false,
    loss: {
      positions: [
        { unit: '1001', position: 3, ingredientId: 'new' },
        { unit: '1001', position: 4, ingredientId: 'new' },
      ],
    },
  });
});

test('BLAST-04 nothing is asked for where no drink leaves', () => {
  expect(send(null, ['4'])?.loss).toBeNull();
  expect(send(gin, [])?.loss).toEqual({ deactivate: [{ unit: '1001', ingredientId: 'gin' }] });
});

test('with inventory management, every change of positions needs one confirmation', () => {
  expect(send(gin, ['1', '2'], true)).toBeNull();
  expect(send(null, [], true)).toBeNull();
  expect(send(null, ['6'], true)).toMatchObject({
    text: ingredientFormMessages.positionsChanged,
    details: [],
  });
  expect(send(gin, ['1', '4', '5'], true)).toMatchObject({
    text: ingredientFormMessages.positionsChanged,
    details: ['Vodka: 4, 5', 'Vodka is then no longer stocked in the unit'],
  });
});

test('an ingredient without positions needs confirmation of its deactivation', () => {
  for (const managed of [true, false]) {
    expect(send(gin, [], managed)).toMatchObject({
      text: menuMessages.deactivate,
      details: ['Gin Sour leaves the menu', 'Both leaves the menu'],
      deactivates: true,
    });
  }
  const out = { ...gin, positionInUnit: [], activeInUnit: false };
  expect(send(out, [])).toBeNull();
});

test('an ingredient does not conflict with its own positions', () => {
  expect([...holdersOf(unit, ['1', '2', '3', '4', '5'], gin).keys()]).toEqual(['3', '4', '5']);
  expect([...holdersOf(undefined, ['1', '2', '3'], gin).keys()]).toEqual(['3']);
});

test('a position occupied by an unknown ingredient is red too and may be replaced', () => {
  const holders = holdersOf(undefined, ['3'], null);
  expect(holders.get('3')).toEqual({ id: null, name: 'Another ingredient' });
  expect(send(null, ['3'], false, holders)?.details).toEqual(['Another ingredient: 3']);
  expect(overridesOf(holders, ['3'])).toBeUndefined();
});

test('overrides contain only the ingredients that were shown', () => {
  const holders = holdersOf(unit, undefined, gin);
  expect(overridesOf(holders, ['1', '3', '6'])).toEqual({ '3': 'rum' });
  expect(overridesOf(holdersOf(undefined, undefined, null), ['3'])).toEqual({});
});
