import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  arrange,
  updateIngredient,
  ingredientQuery,
  restoreIngredient,
  updateUnitInventory,
} from './ingredients.ts';
import { unitIngredientsQuery } from './unit-ingredients.ts';
import type { Ingredient } from './ingredients.ts';
import { queryClient } from './endpoint-query.ts';
import type { Unit } from './units.ts';
import { unitsQuery } from './units.ts';

const ingredient = (_id: string, more: object = {}) =>
  ({
    _id,
    name: _id,
    venueId: 'v',
    unitId: 'u',
    price: 5,
    doublePrice: 0,
    positionInUnit: ['1'],
    ...more,
  }) as Ingredient;
const unit = { _id: 'u', venueId: 'v', unitNumber: 1001, inventory: {} } as unknown as Unit;
const listed = unitIngredientsQuery('v', 1001).queryKey;

const fetched = vi.fn<typeof fetch>();
const response = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const sent = () => {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url, method: init?.method, body: JSON.parse(init?.body as string) };
};

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetched);
});
afterEach(() => {
  vi.restoreAllMocks();
  fetched.mockReset();
  queryClient.clear();
});

test('orders items by id and puts unnamed ones at the end in their current order', () => {
  const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id).join('');
  expect(
    ids(
      arrange(
        ['a', 'b', 'c', 'd', 'e'].map((_id) => ({ _id })),
        ['d', 'b', 'x'],
      ),
    ),
  ).toBe('dbace');
});

test('sends an inventory order as pairs of everything in the unit and applies the response', async () => {
  queryClient.setQueryData(listed, [ingredient('a'), ingredient('b'), ingredient('c')]);
  queryClient.setQueryData(unitsQuery('v').queryKey, [unit]);
  // Another user has moved c in the meantime.
  const stored = { ...unit, inventory: { c: {}, b: {}, a: {} } };
  response(stored);
  await updateUnitInventory(unit, ['b', 'a', 'c']);
  const { url, method, body } = sent();
  expect([method, url]).toEqual(['PUT', '/api/units/1001/inventory']);
  expect(body.updatedInventory.map(([id]: [string]) => id)).toEqual(['b', 'a', 'c']);
  expect(body.updatedInventory[0][1]).toEqual({
    ingredientId: 'b',
    price: 5,
    doublePrice: 0,
    positionInUnit: ['1'],
  });
  expect(queryClient.getQueryData(listed)?.map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
  expect(queryClient.getQueryData(unitsQuery('v').queryKey)).toEqual([stored]);
});

test('sends the order that was seen, and refreshes the list when it has changed', async () => {
  queryClient.setQueryData(listed, [ingredient('a'), ingredient('b')]);
  response({ updatedInventory: 'Someone else has changed the order since' }, 409);
  const sending = updateUnitInventory(unit, ['a', 'b'], ['b', 'a']);
  await expect(sending).rejects.toThrow('Someone else has changed the order since');
  expect(sent().body.expected).toEqual(['b', 'a']);
  expect(queryClient.getQueryState(listed)?.isInvalidated).toBe(true);
});

test('shows the result of a restore in the list of its unit', async () => {
  queryClient.setQueryData(listed, [ingredient('a'), ingredient('b')]);
  response(ingredient('b', { isCapacityFull: true }));
  await restoreIngredient(ingredient('b'), 1001, 'Bar');
  expect(sent()).toEqual({
    url: '/api/ingredients/1001/restore/b',
    method: 'POST',
    body: { venueName: 'Bar' },
  });
  expect(queryClient.getQueryData(listed)?.map(({ isCapacityFull }) => isCapacityFull)).toEqual([
    undefined,
    true,
  ]);
});

test('sends the expected values of the changed fields', async () => {
  response(ingredient('a', { price: 6 }));
  await updateIngredient(ingredient('a'), { price: 6, overrides: { '3': 'b' } });
  expect(sent()).toEqual({
    url: '/api/ingredients/a',
    method: 'PUT',
    body: { unitId: 'u', price: 6, overrides: { '3': 'b' }, expected: { price: 5 } },
  });
});

test('throws on a stale change and invalidates the cached data', async () => {
  queryClient.setQueryData(ingredientQuery('a', 'u').queryKey, ingredient('a'));
  response({ errors: { price: 'Somebody else has changed this' } }, 409);
  await expect(updateIngredient(ingredient('a'), { price: 6 })).rejects.toThrow('Somebody else');
  expect(queryClient.getQueryState(ingredientQuery('a', 'u').queryKey)?.isInvalidated).toBe(true);
});
