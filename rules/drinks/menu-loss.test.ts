import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drinksLost, type MenuChange } from './menu-loss.ts';

const unitId = 'u';
const active = ['gin', 'lime', 'rum', 'cola'].map((ingredientId) => ({ unitId, ingredientId }));
const positions = active.map((one, nth) => ({ ...one, position: nth + 1 }));
const drink = (id: string, ...ingredientIds: string[]) => ({ id, unitId, ingredientIds });
const drinks = [
  drink('gimlet', 'gin', 'lime'),
  drink('cuba', 'rum', 'cola', 'lime'),
  drink('tonic', 'gin', 'tonic'),
];
const nothing: MenuChange = { deactivate: [], remove: [], positions: [], retire: [] };
const lost = (change: Partial<MenuChange>) =>
  drinksLost({ drinks, active, positions }, { ...nothing, ...change }).map(({ id }) => id);

test('drinks leave with an ingredient, with a position that another one takes, and with the unit', () => {
  expect(lost({ deactivate: [{ unitId, ingredientId: 'rum' }] })).toEqual(['cuba']);
  expect(lost({ positions: [{ unitId, position: 2, ingredientId: 'gin' }] })).toEqual([
    'gimlet',
    'cuba',
  ]);
  expect(lost({ remove: ['gimlet'] })).toEqual(['gimlet']);
  expect(lost({ retire: [unitId] })).toEqual(['gimlet', 'cuba']);
});

test('BLAST-02 a drink that loses two ingredients counts once', () => {
  const deactivate = ['gin', 'lime'].map((ingredientId) => ({ unitId, ingredientId }));
  expect(lost({ deactivate })).toEqual(['gimlet', 'cuba']);
});

test('BLAST-04 a change that takes nothing off the menu loses nothing', () => {
  expect(lost({})).toEqual([]);
  // Not on the menu: the tonic is missing already.
  expect(lost({ remove: ['tonic'] })).toEqual([]);
  expect(lost({ positions: [{ unitId, position: 9, ingredientId: 'vodka' }] })).toEqual([]);
});

const ids = ['a', 'b', 'c', 'd'];
const pair = fc.record({
  unitId: fc.constantFrom('u', 'v'),
  ingredientId: fc.constantFrom(...ids),
});
const place = fc.record({
  unitId: fc.constantFrom('u', 'v'),
  ingredientId: fc.constantFrom(...ids),
  position: fc.integer({ min: 1, max: 6 }),
});

test('BLAST-01 the set is the difference of the menus before and after the change', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(place, { selector: (one) => `${one.unitId} ${one.position}` }),
      fc.array(pair),
      fc.uniqueArray(place, { selector: (one) => `${one.unitId} ${one.position}` }),
      fc.array(
        fc.record({
          unitId: fc.constantFrom('u', 'v'),
          ingredientIds: fc.subarray(ids, { minLength: 1 }),
        }),
      ),
      fc.array(fc.integer({ min: 0, max: 9 })),
      (held, deactivate, placed, recipes, removed) => {
        const menu = recipes.map((one, nth) => ({ ...one, id: String(nth) }));
        const remove = removed.map(String);
        /** Each step as it is made, one after the other. */
        const state = new Map(held.map((one) => [`${one.unitId} ${one.position}`, one]));
        const stocked = () =>
          new Set([...state.values()].map((one) => `${one.unitId} ${one.ingredientId}`));
        const shown = (some: typeof menu) =>
          some
            .filter((one) => one.ingredientIds.every((id) => stocked().has(`${one.unitId} ${id}`)))
            .map(({ id }) => id);
        const before = shown(menu);
        for (const one of placed) state.set(`${one.unitId} ${one.position}`, one);
        for (const one of deactivate)
          for (const [key, at] of state)
            if (at.unitId === one.unitId && at.ingredientId === one.ingredientId) state.delete(key);
        const after = shown(menu.filter(({ id }) => !remove.includes(id)));
        const activeNow = [
          ...new Map(held.map((one) => [`${one.unitId} ${one.ingredientId}`, one])).values(),
        ];
        const found = drinksLost(
          { drinks: menu, active: activeNow, positions: held },
          { deactivate, remove, positions: placed, retire: [] },
        ).map(({ id }) => id);
        expect(found).toEqual(before.filter((id) => !after.includes(id)));
      },
    ),
  );
});
