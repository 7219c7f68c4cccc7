import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { weightMessages } from '../../../rules/stock/weight.ts';
import { expect, test } from 'vitest';

import type { Ingredient } from '../../api/ingredients.ts';
import {
  draftOf,
  follow,
  forUnit,
  type HeldDraft,
  newDraft,
  rebase,
  rolesOf,
  togglePosition,
  withAcknowledged,
  withCategory,
  withRole,
  withServing,
  withSource,
} from './draft.ts';
import { changesOf, errorsOf, newIngredientOf, type Shown } from './draft-request.ts';

const classic = 'ROTENDER_CLASSIC';
const beer = 'BEERTENDER';
const wine = () =>
  withServing(
    withCategory(withRole(newDraft(classic), 'mixer', true, classic), 'Wine', classic),
    150,
    classic,
  );

test('a new ingredient defaults to a base on the carousel, without position and price', () => {
  expect(newDraft(classic)).toEqual({
    name: '',
    source: 'carousel',
    roles: ['base'],
    category: 'Liquor',
    servingSizeMl: 45,
    sizeMl: 1000,
    pouringTime: '',
    tareWeight: '',
    density: '',
    positions: [],
    threshold: '20',
    price: '0',
    doublePrice: '0',
  });
});

test('a new ingredient on a beer unit defaults to a keg of beer, poured by 16 oz', () => {
  expect(newDraft(beer)).toMatchObject({ category: 'Beer', servingSizeMl: 480, sizeMl: 50_000 });
});

test('changing the source clears the positions and changes the container', () => {
  const placed = togglePosition(newDraft(classic), '3', classic);
  const gun = withSource(placed, 'soda gun', classic);
  expect(gun).toMatchObject({ positions: [], sizeMl: 18_927.05 });
  expect(withSource(gun, 'carousel', classic)).toMatchObject({ positions: [], sizeMl: 1000 });
  expect(withSource(placed, 'carousel', classic)).toBe(placed);
});

test('the soda gun holds mixers only, and switching back restores the ticked roles', () => {
  const gun = withSource(newDraft(classic), 'soda gun', classic);
  expect(rolesOf(gun)).toEqual(['mixer']);
  expect(rolesOf(withSource(gun, 'carousel', classic))).toEqual(['base']);
});

test('counts as base when no role is ticked', () => {
  expect(rolesOf(withRole(newDraft(classic), 'base', false, classic))).toEqual(['base']);
});

test('ticking only base makes it liquor of 45 ml', () => {
  expect(wine()).toMatchObject({ roles: ['base', 'mixer'], category: 'Wine', servingSizeMl: 150 });
  expect(withRole(wine(), 'mixer', false, classic)).toMatchObject({
    roles: ['base'],
    category: 'Liquor',
    servingSizeMl: 45,
  });
});

test('choosing liquor sets 45 ml, also on the soda gun', () => {
  expect(withCategory(wine(), 'Liquor', classic).servingSizeMl).toBe(45);
  const gun = withServing(withSource(newDraft(classic), 'soda gun', classic), 120, classic);
  expect(gun.servingSizeMl).toBe(120);
  expect(withCategory(gun, 'Liquor', classic).servingSizeMl).toBe(45);
});

test('positions are unique and in numeric order', () => {
  const chosen = ['10', '2', '1'].reduce(
    (draft, position) => togglePosition(draft, position, classic),
    newDraft(classic),
  );
  expect(chosen.positions).toEqual(['1', '2', '10']);
  expect(togglePosition(chosen, '2', classic).positions).toEqual(['1', '10']);
  expect(togglePosition(chosen, '101', classic)).toBe(chosen);
});

test('switching units clears the positions, and resets the ingredient type for another category', () => {
  const typed = { ...togglePosition(newDraft(classic), '3', classic), name: 'Rum', price: '7' };
  expect(forUnit(typed, classic, classic)).toEqual({ ...typed, positions: [] });
  expect(forUnit(typed, classic, beer)).toEqual({ ...newDraft(beer), name: 'Rum', price: '7' });
});

const stored = {
  name: 'Beefeater',
  source: 'carousel',
  baseOrMixer: ['base'],
  servingSize: 45,
  ingredientSize: 750,
  ingredientPouringTime: null,
  positionInUnit: ['3'],
  threshold: 20,
  price: 7.5,
  doublePrice: 12,
} as unknown as Ingredient;

test('a stored ingredient without a category counts as liquor', () => {
  expect(draftOf(stored)).toMatchObject({ category: 'Liquor', price: '7.50', pouringTime: '' });
});

test('edits are reapplied to concurrently stored values', () => {
  const before = draftOf(stored);
  const typed = { ...before, name: 'Gin' };
  const after = draftOf({ ...stored, name: 'Beefeater 24', price: 9, positionInUnit: ['4'] });
  expect(rebase(typed, before, after)).toEqual({
    ...before,
    name: 'Gin',
    price: '9.00',
    positions: ['4'],
  });
});

const unit = { _id: 'u', category: 'ROTENDER_CLASSIC' } as const;
const shown = { unitCategory: unit.category, threshold: false, doublePrice: false };
const beefeater = {
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

function opened(): HeldDraft {
  const held = follow(null, unit, beefeater);
  if (!held) throw new Error('It is open');
  return held;
}

test('there is no draft until unit and ingredient are loaded', () => {
  expect(follow(null, undefined, null)).toBeNull();
  expect(follow(null, unit, undefined)).toBeNull();
  expect(follow(null, unit, null)?.draft.name).toBe('');
});

test('edits and the values seen under them are preserved, other fields follow the server', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const newer = { ...beefeater, name: 'Beefeater 24', price: 9 };
  const after = follow(typed, unit, newer);
  expect(after?.draft).toMatchObject({ name: 'Gin', price: '9.00' });
  expect(after?.seen).toMatchObject({ name: 'Beefeater', price: 9 });
});

test('after the user has seen the new name, the typed one may overwrite it', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const after = withAcknowledged(typed, { ...beefeater, name: 'Beefeater 24', price: 9 });
  expect(after.seen).toMatchObject({ name: 'Beefeater 24', price: 9 });
  expect(after.seen && changesOf(after.draft, after.seen, shown, false)).toEqual({ name: 'Gin' });
});

test('edits are preserved when switching to another unit', () => {
  const held = follow(null, unit, null);
  const typed = held && { ...held, draft: { ...held.draft, name: 'Rum', positions: ['3'] } };
  expect(follow(typed, { ...unit, _id: 'other' }, null)?.draft).toMatchObject({
    name: 'Rum',
    positions: [],
  });
});

test('a new ingredient starts at the requested position, and without one that the unit does not have', () => {
  expect(newDraft(classic, '16')).toEqual({ ...newDraft(classic), positions: ['16'] });
  expect(newDraft(classic, '104')).toMatchObject({ source: 'soda gun', positions: ['104'] });
  expect(newDraft(beer, '104')).toEqual(newDraft(beer));
  expect(newDraft(classic, 'x')).toEqual(newDraft(classic));
});

const classicFields: Shown = {
  unitCategory: 'ROTENDER_CLASSIC',
  threshold: true,
  doublePrice: true,
};
const beerFields: Shown = { unitCategory: 'BEERTENDER', threshold: false, doublePrice: false };
const at = { venueId: 'v', unitId: 'u' };
const named = { ...newDraft('ROTENDER_CLASSIC'), name: ' Rum ' };

test('sends all fields of a new ingredient except hidden ones', () => {
  expect(newIngredientOf(named, classicFields, at)).toEqual({
    name: 'Rum',
    source: 'carousel',
    baseOrMixer: ['base'],
    category: 'Liquor',
    servingSize: 45,
    ingredientSize: 1000,
    tareWeight: null,
    density: null,
    positionInUnit: [],
    threshold: 20,
    price: 0,
    doublePrice: 0,
    ...at,
  });
  const lager = { ...newDraft('BEERTENDER'), name: 'Lager', pouringTime: '17500' };
  const sent = newIngredientOf(lager, beerFields, at);
  expect(sent).toMatchObject({ category: 'Beer', servingSize: 480, ingredientPouringTime: 17_500 });
  expect(sent).not.toHaveProperty('threshold');
  expect(sent).not.toHaveProperty('doublePrice');
});

test('sends what an open bottle is weighed with, which the soda gun has not', () => {
  const weighed = { ...named, tareWeight: '480', density: '0.95' };
  expect(newIngredientOf(weighed, classicFields, at)).toMatchObject({
    tareWeight: 480,
    density: 0.95,
  });
  const wrong = { ...named, tareWeight: '0', density: '95' };
  expect(errorsOf(wrong, classicFields)).toEqual({
    tareWeight: weightMessages.badTare,
    density: weightMessages.badDensity,
  });
  const gun = withSource(wrong, 'soda gun', 'ROTENDER_CLASSIC');
  expect(newIngredientOf(gun, classicFields, at)).not.toHaveProperty('tareWeight');
  expect(errorsOf(gun, classicFields)).toEqual({});
});

test('sends no double price for the soda gun', () => {
  const gun = withSource(named, 'soda gun', 'ROTENDER_CLASSIC');
  expect(newIngredientOf(gun, classicFields, at)).toMatchObject({ baseOrMixer: ['mixer'] });
  expect(newIngredientOf(gun, classicFields, at)).not.toHaveProperty('doublePrice');
  expect(errorsOf({ ...gun, doublePrice: '' }, classicFields)).toEqual({});
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
  expect(errorsOf(draft, beerFields)).toEqual(isFine ? {} : wrong);
  expect(errorsOf(draft, { ...beerFields, unitCategory: 'ROTENDER_CLASSIC' })).toEqual({});
});

test('requires name, prices and threshold when they are shown', () => {
  const empty = { ...named, name: ' ', price: '', doublePrice: 'x', threshold: '' };
  expect(Object.keys(errorsOf(empty, classicFields))).toEqual([
    'name',
    'threshold',
    'price',
    'doublePrice',
  ]);
  expect(Object.keys(errorsOf(empty, beerFields))).toEqual(['name', 'price']);
});

const storedIngredient = {
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
  const draft = { ...draftOf(storedIngredient), name: 'Gin', price: '7.5', positions: ['3', '4'] };
  expect(changesOf(draft, storedIngredient, classicFields, false)).toEqual({
    name: 'Gin',
    positionInUnit: ['3', '4'],
  });
  expect(changesOf(draftOf(storedIngredient), storedIngredient, classicFields, false)).toEqual({});
});

test('sends the prices to a unit to which the ingredient is new', () => {
  expect(changesOf(draftOf(storedIngredient), storedIngredient, classicFields, true)).toEqual({
    price: 7.5,
    doublePrice: 12,
    threshold: 20,
  });
});
