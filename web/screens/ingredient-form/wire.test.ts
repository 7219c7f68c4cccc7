import { expect, test } from 'vitest';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import {
  changesOf,
  draftOf,
  errorsOf,
  newDraft,
  newIngredientOf,
  type Shown,
  withSource,
} from './draft.ts';

const classic: Shown = { unitCategory: 'ROTENDER_CLASSIC', threshold: true, doublePrice: true };
const beer: Shown = { unitCategory: 'BEERTENDER', threshold: false, doublePrice: false };
const at = { venueId: 'v', unitId: 'u' };
const named = { ...newDraft('ROTENDER_CLASSIC'), name: ' Rum ' };

test('sends all fields of a new ingredient except hidden ones', () => {
  expect(newIngredientOf(named, classic, at)).toEqual({
    name: 'Rum',
    source: 'carousel',
    baseOrMixer: ['base'],
    category: 'Liquor',
    servingSize: 45,
    ingredientSize: 1000,
    positionInUnit: [],
    threshold: 20,
    price: 0,
    doublePrice: 0,
    ...at,
  });
  const lager = { ...newDraft('BEERTENDER'), name: 'Lager', pouringTime: '17500' };
  const sent = newIngredientOf(lager, beer, at);
  expect(sent).toMatchObject({ category: 'Beer', servingSize: 480, ingredientPouringTime: 17_500 });
  expect(sent).not.toHaveProperty('threshold');
  expect(sent).not.toHaveProperty('doublePrice');
});

test('sends no double price for the soda gun', () => {
  const gun = withSource(named, 'soda gun', 'ROTENDER_CLASSIC');
  expect(newIngredientOf(gun, classic, at)).toMatchObject({ baseOrMixer: ['mixer'] });
  expect(newIngredientOf(gun, classic, at)).not.toHaveProperty('doublePrice');
  expect(errorsOf({ ...gun, doublePrice: '' }, classic)).toEqual({});
});

test.each([
  ['4999', false],
  ['5000', true],
  ['30000', true],
  ['30001', false],
  ['17500.5', false],
  ['', true],
])('a pouring time of %j is valid: %s', (pouringTime, isFine) => {
  const draft = { ...newDraft('BEERTENDER'), name: 'Lager', pouringTime };
  const wrong = { ingredientPouringTime: ingredientFormMessages.pouringTime };
  expect(errorsOf(draft, beer)).toEqual(isFine ? {} : wrong);
  expect(errorsOf(draft, { ...beer, unitCategory: 'ROTENDER_CLASSIC' })).toEqual({});
});

test('requires name, prices and threshold when they are shown', () => {
  const empty = { ...named, name: ' ', price: '', doublePrice: 'x', threshold: '' };
  expect(Object.keys(errorsOf(empty, classic))).toEqual([
    'name',
    'threshold',
    'price',
    'doublePrice',
  ]);
  expect(Object.keys(errorsOf(empty, beer))).toEqual(['name', 'price']);
});

const stored = {
  _id: 'i',
  name: 'Beefeater',
  source: 'carousel',
  baseOrMixer: ['base'],
  category: 'Liquor',
  servingSize: 45,
  ingredientSize: 1000,
  ingredientPouringTime: null,
  positionInUnit: ['3'],
  threshold: 20,
  price: 7.5,
  doublePrice: 12,
} as unknown as Ingredient;

test('sends only changed fields', () => {
  const draft = { ...draftOf(stored), name: 'Gin', price: '7.5', positions: ['3', '4'] };
  expect(changesOf(draft, stored, classic, false)).toEqual({
    name: 'Gin',
    positionInUnit: ['3', '4'],
  });
  expect(changesOf(draftOf(stored), stored, classic, false)).toEqual({});
});

test('sends the prices to a unit to which the ingredient is new', () => {
  expect(changesOf(draftOf(stored), stored, classic, true)).toEqual({
    price: 7.5,
    doublePrice: 12,
    threshold: 20,
  });
});
