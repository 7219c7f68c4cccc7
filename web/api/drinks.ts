/** Drinks of a unit: ingredients, prices and order. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { changeCached, endpointQuery, invalidate, queryClient } from './endpoint-query.ts';
import { arrange } from './ingredients.ts';

export type Drink = EndpointResponse<'listDrinks'>[number];
export type NewDrink = EndpointInput<'createDrink'>['body'];
export type DrinkChanges = Omit<EndpointInput<'updateDrink'>['body'], 'expected'>;

/** The drinks of one unit in ranking order; without a unit those of the whole venue. */
export const drinksQuery = (venueId: string, unitId?: string) =>
  endpointQuery('listDrinks', {
    params: { venueId },
    query: unitId === undefined ? {} : { unit: unitId },
  });

/** Updates every cached drink list of the venue, for any unit. */
export const inLists = (venueId: string, change: (drinks: Drink[]) => Drink[]) =>
  changeCached('listDrinks', { params: { venueId } }, change);

/** Refreshes the venue's drink lists and drink menu pages. */
export async function refreshDrinks(venueId: string): Promise<void> {
  const ofVenue = { params: { venueId } };
  await Promise.all([invalidate('listDrinks', ofVenue), invalidate('getVenueWithDrinks', ofVenue)]);
}

export async function createDrink(drink: NewDrink): Promise<Drink> {
  const added = await api.createDrink({ body: drink });
  void refreshDrinks(added.venueId);
  // Adding drinks is one of the first steps.
  void invalidate('getVenueOverview', { params: { venueId: added.venueId } });
  return added;
}

/**
 * Rejected with 409 when another user has changed a field since; the current values are then fetched.
 * @param shown the drink as the user saw it before changing it
 */
export async function updateDrink(shown: Drink, changes: DrinkChanges): Promise<Drink> {
  const seen: Readonly<Record<string, unknown>> = { ...shown };
  const expected = Object.fromEntries(Object.keys(changes).map((field) => [field, seen[field]]));
  try {
    const changed = await api.updateDrink({
      params: { id: shown._id },
      body: { ...changes, expected },
    });
    inLists(changed.venueId, (drinks) =>
      drinks.map((drink) => (drink._id === changed._id ? changed : drink)),
    );
    void invalidate('getVenueWithDrinks', { params: { venueId: changed.venueId } });
    return changed;
  } catch (error) {
    if (isConflict(error)) await refreshDrinks(shown.venueId);
    throw error;
  }
}

/**
 * Stores the ranking of the drinks of one unit.
 * @param ids of all of its drinks as currently listed, in the new order
 * @param seen their former order; rejected with 409 when it is another one by now
 */
export async function reorderDrinks(
  venueId: string,
  unitId: string,
  ids: readonly string[],
  seen?: readonly string[],
): Promise<void> {
  const listed = drinksQuery(venueId, unitId).queryKey;
  const body = arrange(queryClient.getQueryData(listed) ?? [], ids).map(
    ({ _id: id, ranking }, current) => ({
      id,
      ranking: ranking.current === current ? ranking : { current, previous: ranking.current },
      ...(seen?.includes(id) && { expected: seen.indexOf(id) }),
    }),
  );
  try {
    queryClient.setQueryData(listed, await api.reorderDrinks({ body }));
  } catch (error) {
    if (isConflict(error)) await refreshDrinks(venueId);
    throw error;
  }
  void invalidate('getVenueWithDrinks', { params: { venueId } });
}

/** Removes the drink from the lists immediately; its past sales stay in the reports. */
export async function deleteDrink({ _id: drinkId, venueId }: Drink): Promise<void> {
  await api.deleteDrink({ params: { venueId, drinkId } });
  inLists(venueId, (drinks) => drinks.filter(({ _id }) => _id !== drinkId));
  void refreshDrinks(venueId);
}

/** Brings a deleted drink back at its former rank. */
export async function undeleteDrink({ _id: drinkId, venueId }: Drink): Promise<Drink> {
  const drink = await api.undeleteDrink({ params: { venueId, drinkId } });
  await refreshDrinks(venueId);
  return drink;
}
