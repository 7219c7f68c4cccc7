/** Paged drink menu of a venue. */
import { queryOptions } from '@tanstack/react-query';
import type { EndpointBody } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import type { Drink } from './drinks.ts';
import { inLists, refreshDrinks } from './drinks.ts';
import {
  changeCached,
  endpointKey,
  endpointQuery,
  invalidate,
  pageBefore,
  queryClient,
} from './endpoint-query.ts';

export interface DrinkPageParams {
  /** From 1; clamped to the last page. */
  readonly page: number;
  readonly size: number;
  /** Requests the page that contains this drink, instead of a page number. */
  readonly drink?: string | undefined;
}

/** The previous page of the venue stays visible while the next is fetched. */
export const drinkPageQuery = (venueId: string, { page, size, drink }: DrinkPageParams) =>
  queryOptions({
    ...endpointQuery('getVenueWithDrinks', {
      params: { venueId },
      query: { pagination: { current: page, size }, drink },
    }),
    placeholderData: pageBefore('getVenueWithDrinks', { params: { venueId } }),
  });

const inPages = (venueId: string, change: (drinks: readonly Drink[]) => Drink[]) =>
  changeCached('getVenueWithDrinks', { params: { venueId } }, (page) => ({
    ...page,
    drinks: change(page.drinks),
  }));

type EditedField = Exclude<keyof EndpointBody<'updateVenueDrink'>, FixedField | 'expected'>;
type FixedField = 'ingredients' | 'venueId' | 'unitId' | 'ranking';

/** Fields that can be edited in the menu. */
export type MenuEdit = Partial<Pick<Drink, EditedField>>;

/** The changed fields as they were. Only the double price can be absent: 0 where none was set. */
const fieldsBefore = (shown: Drink, changes: MenuEdit): MenuEdit =>
  Object.fromEntries(
    Object.entries({ doublePrice: 0, ...shown }).filter(([field]) => field in changes),
  );

/**
 * Optimistic update, rolled back when it is rejected: with 409 when another user has changed the same field since.
 * @param shown the drink as the user saw it
 */
export async function updateVenueDrink(shown: Drink, changes: MenuEdit): Promise<void> {
  const { _id: drinkId, venueId } = shown;
  const put = (fields: Partial<Drink>) => {
    const change = (drinks: readonly Drink[]) =>
      drinks.map((drink) => (drink._id === drinkId ? { ...drink, ...fields } : drink));
    inPages(venueId, change);
    inLists(venueId, change);
  };
  const before = fieldsBefore(shown, changes);
  const pages = { queryKey: endpointKey('getVenueWithDrinks', { params: { venueId } }) };
  const wasFetching = queryClient.isFetching(pages) > 0;
  await queryClient.cancelQueries(pages);
  put(changes);
  try {
    const body = { ...changes, expected: before };
    put(await api.updateVenueDrink({ params: { venueId, drinkId }, body }));
    void invalidate('listDrinks', { params: { venueId } });
    if (wasFetching) void queryClient.invalidateQueries(pages);
  } catch (error) {
    put(before);
    const refreshed = refreshDrinks(venueId);
    // The user chooses between the typed value and the current one.
    if (isConflict(error)) await refreshed;
    throw error;
  }
}
