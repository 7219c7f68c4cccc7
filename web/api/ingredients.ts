/** Ingredients in the units of a venue. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { changeCached, endpointQuery, invalidate, queryClient } from './endpoint-query.ts';
import { unitIngredientsQuery } from './unit-ingredients.ts';
import { unitsQuery } from './units.ts';
import type { Unit } from './units.ts';

export type Ingredient = EndpointResponse<'listUnitIngredients'>[number];
export type NewIngredient = EndpointInput<'createIngredient'>['body'];
export type IngredientChanges = Omit<
  EndpointInput<'updateIngredient'>['body'],
  'unitId' | 'expected'
>;

/** One ingredient in one unit. */
export const ingredientQuery = (ingredientId: string, unitId: string) =>
  endpointQuery('getIngredient', { params: { ingredientId, unitId } });

/** Occupied positions of a unit. */
export const positionsQuery = (unitId: string) =>
  endpointQuery('listPositions', { params: { unitId } });

const quantityById = (
  sales: EndpointResponse<'listIngredientSales'>,
): ReadonlyMap<string, number> =>
  new Map(sales.map(({ ingredientId, quantity }) => [ingredientId, quantity]));

/**
 * Servings sold by ingredient id. Those of the ingredients before are kept until others are there; an ingredient that is
 * not among them is pending.
 * @param ingredientIds in any order; known from the unit's inventory, so that the query need not wait for another
 */
export const ingredientSalesQuery = (venueId: string, ingredientIds: readonly string[]) =>
  queryOptions({
    ...endpointQuery('listIngredientSales', {
      params: { venueId },
      body: { ingredients: [...ingredientIds].sort() },
    }),
    select: quantityById,
    placeholderData: keepPreviousData,
  });

/** Refreshes other queries that depend on the stock of a venue. */
function refreshStock(venueId: string): void {
  const ofVenue = { params: { venueId } };
  void invalidate('listUnits', ofVenue);
  void invalidate('listDrinks', ofVenue);
  void invalidate('getVenueOverview', ofVenue);
  void invalidate('listPositions');
}

/** Writes an ingredient returned by the server to the cache. */
function takeIn(changed: Ingredient): Ingredient {
  queryClient.setQueryData(ingredientQuery(changed._id, changed.unitId).queryKey, changed);
  changeCached('listUnitIngredients', { params: { venueId: changed.venueId } }, (ingredients) =>
    ingredients.map((other) =>
      other._id === changed._id && other.unitId === changed.unitId ? changed : other,
    ),
  );
  refreshStock(changed.venueId);
  return changed;
}

/**
 * Invalidates the lists, because others may lose positions to this ingredient, or share its name and picture in other
 * units.
 */
const forgetLists = (venueId: string) =>
  Promise.all([
    invalidate('listUnitMovements'),
    invalidate('listUnitIngredients', { params: { venueId } }),
    invalidate('listPositions'),
  ]);

/**
 * Rejected with 409 when other positions are occupied than `overrides` names; the current positions are then fetched.
 */
export async function createIngredient(ingredient: NewIngredient): Promise<Ingredient> {
  try {
    const added = takeIn(await api.createIngredient({ body: ingredient }));
    void forgetLists(added.venueId);
    return added;
  } catch (error) {
    if (isConflict(error)) await forgetLists(ingredient.venueId);
    throw error;
  }
}

/**
 * Changes an ingredient and its settings in the unit. Rejected with 409 when a field differs from the value shown, or
 * when other positions are occupied than `overrides` names; the current values are then fetched.
 * @param shown the ingredient as the user saw it before changing it
 */
export async function updateIngredient(
  shown: Ingredient,
  changes: IngredientChanges,
): Promise<Ingredient> {
  const seen: Readonly<Record<string, unknown>> = { ...shown };
  const expected = Object.fromEntries(
    Object.keys(changes)
      .filter((field) => field in seen)
      .map((field) => [field, seen[field]]),
  );
  const { _id: id, unitId, venueId } = shown;
  try {
    const changed = takeIn(
      await api.updateIngredient({ params: { id }, body: { ...changes, unitId, expected } }),
    );
    void forgetLists(venueId);
    return changed;
  } catch (error) {
    if (isConflict(error)) {
      await Promise.all([
        invalidate('getIngredient', { params: { ingredientId: id, unitId } }),
        forgetLists(venueId),
      ]);
    }
    throw error;
  }
}

/** Removes the ingredient from its unit; its drinks leave the menu until it is back. */
export const deactivateIngredient = async ({ _id: id, unitId }: Ingredient): Promise<Ingredient> =>
  takeIn(await api.deactivateIngredient({ params: { id }, body: { unitId } }));

/** Puts it back in the positions it had; rejected with 409 when another ingredient is in one of them by now. */
export const reactivateIngredient = async ({ _id: id, unitId }: Ingredient): Promise<Ingredient> =>
  takeIn(await api.reactivateIngredient({ params: { id }, body: { unitId } }));

/** Restores it to 100% capacity in its unit. */
export const restoreIngredient = async (
  { _id: ingredientId }: Ingredient,
  unitNumber: number,
  venueName: string,
): Promise<Ingredient> =>
  takeIn(
    await api.restoreIngredient({
      params: { unitNumber: String(unitNumber), ingredientId },
      body: { venueName },
    }),
  );

/** Sorts items by the order of the ids; the rest follows in its current order. */
export function arrange<Item extends { readonly _id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ _id }: Item) => places.get(_id) ?? ids.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Stores the inventory order of a unit; the order returned by the server is used from then on.
 * @param ids of all of its ingredients as currently listed, in the new order
 * @param seen their former order; rejected with 409 when it is another one by now
 */
export async function updateUnitInventory(
  { venueId, unitNumber, _id: unitId }: Unit,
  ids: readonly string[],
  seen?: readonly string[],
): Promise<void> {
  const listed = unitIngredientsQuery(venueId, unitNumber).queryKey;
  const ordered = arrange(queryClient.getQueryData(listed) ?? [], ids);
  const sent = api.updateUnitInventory({
    params: { unitNumber: String(unitNumber) },
    body: {
      updatedInventory: ordered.map(({ _id: ingredientId, price, doublePrice, positionInUnit }) => [
        ingredientId,
        { ingredientId, price, doublePrice, positionInUnit },
      ]),
      ...(seen && { expected: [...seen] }),
    },
  });
  const unit = await sent.catch(async (error: unknown) => {
    if (isConflict(error)) await forgetLists(venueId);
    throw error;
  });
  queryClient.setQueryData(unitsQuery(venueId).queryKey, (units) =>
    units?.map((other) => (other._id === unitId ? unit : other)),
  );
  queryClient.setQueryData(
    listed,
    (ingredients) => ingredients && arrange(ingredients, Object.keys(unit.inventory)),
  );
}
