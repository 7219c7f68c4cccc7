/** What stands in the units of a venue. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { queryClient } from './query-client.ts';
import { unitsQuery } from './units.ts';
import type { Unit } from './units.ts';

export type Ingredient = ResponseOf<Endpoints['listUnitIngredients']>[number];
export type NewIngredient = EndpointInput<'createIngredient'>['body'];
export type IngredientChanges = Omit<
  EndpointInput<'updateIngredient'>['body'],
  'unitId' | 'expected'
>;

/** The ingredients of a unit in their order, as they stand in it. */
export const unitIngredientsQuery = (venueId: string, unitNumber: number) =>
  queryOptions({
    queryKey: ['unit-ingredients', venueId, unitNumber],
    queryFn: ({ signal }) =>
      api.listUnitIngredients({
        params: { venueId, unitNumber: String(unitNumber) },
        signal,
      }),
  });

/** One ingredient as it stands in one unit. */
export const ingredientQuery = (ingredientId: string, unitId: string) =>
  queryOptions({
    queryKey: ['ingredient', ingredientId, unitId],
    queryFn: ({ signal }) => api.getIngredient({ params: { ingredientId, unitId }, signal }),
  });

/** The positions of a unit that something stands in. */
export const positionsQuery = (unitId: string) =>
  queryOptions({
    queryKey: ['positions', unitId],
    queryFn: ({ signal }) => api.listPositions({ params: { unitId }, signal }),
  });

/**
 * Servings sold by ingredient id.
 * @param ingredientIds in any order; the unit's inventory knows them, so that nothing has to be waited for
 */
export const ingredientSalesQuery = (venueId: string, ingredientIds: readonly string[]) => {
  const ingredients = [...ingredientIds].sort();
  return queryOptions({
    queryKey: ['ingredient-sales', venueId, ingredients],
    queryFn: async ({ signal }) => {
      const sales = await api.listIngredientSales({
        params: { venueId },
        body: { ingredients },
        signal,
      });
      return new Map(sales.map(({ ingredientId, quantity }) => [ingredientId, quantity]));
    },
    placeholderData: keepPreviousData,
  });
};

/** What tells of the stock of a venue besides its ingredients. */
function refreshStock(venueId: string): void {
  for (const queryKey of [
    ['units', venueId],
    ['drinks', venueId],
    ['overview', venueId],
    ['positions'],
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Takes in what the server says of an ingredient in one unit. */
function takeIn(changed: Ingredient): Ingredient {
  queryClient.setQueryData(ingredientQuery(changed._id, changed.unitId).queryKey, changed);
  queryClient.setQueriesData<Ingredient[]>(
    { queryKey: ['unit-ingredients', changed.venueId] },
    (ingredients) =>
      ingredients?.map((other) =>
        other._id === changed._id && other.unitId === changed.unitId ? changed : other,
      ),
  );
  refreshStock(changed.venueId);
  return changed;
}

/** Others lose their positions to it, or share its name and picture in other units. */
const forgetLists = (venueId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['unit-ingredients', venueId] }),
    queryClient.invalidateQueries({ queryKey: ['positions'] }),
  ]);

/** Refused with 409 when other positions are taken than `overrides` names; what stands where is then fetched. */
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
 * Changes an ingredient and how it stands in its unit. Refused with 409 when a field holds something else by now than is
 * shown, or when other positions are taken than `overrides` names; what they hold now is then fetched.
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
        queryClient.invalidateQueries(ingredientQuery(id, unitId)),
        forgetLists(venueId),
      ]);
    }
    throw error;
  }
}

/** Takes it out of its unit; its drinks leave the menu until it is back. */
export const deactivateIngredient = async ({ _id: id, unitId }: Ingredient): Promise<Ingredient> =>
  takeIn(await api.deactivateIngredient({ params: { id }, body: { unitId } }));

/** Sets it back to 100% capacity in its unit. */
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

/** Items in the order of the ids; what is not named follows as it stood. */
export function arrange<Item extends { readonly _id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ _id }: Item) => places.get(_id) ?? ids.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Stores the order of everything in a unit; what the server answers is the order from then on.
 * @param ids of all of its ingredients as they are listed by now, in the new order
 */
export async function saveInventoryOrder(
  { venueId, unitNumber, _id: unitId }: Unit,
  ids: readonly string[],
): Promise<void> {
  const listed = unitIngredientsQuery(venueId, unitNumber).queryKey;
  const ordered = arrange(queryClient.getQueryData(listed) ?? [], ids);
  const unit = await api.updateUnitInventory({
    params: { unitNumber: String(unitNumber) },
    body: {
      updatedInventory: ordered.map(({ _id: ingredientId, price, doublePrice, positionInUnit }) => [
        ingredientId,
        { ingredientId, price, doublePrice, positionInUnit },
      ]),
    },
  });
  queryClient.setQueryData(unitsQuery(venueId).queryKey, (units) =>
    units?.map((other) => (other._id === unitId ? unit : other)),
  );
  queryClient.setQueryData(
    listed,
    (ingredients) => ingredients && arrange(ingredients, Object.keys(unit.inventory)),
  );
}
