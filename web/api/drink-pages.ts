/** The drink menu of a venue, a page at a time. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { Drink } from './drinks.ts';
import { refreshDrinks } from './drinks.ts';
import { queryClient } from './query-client.ts';

type VenueWithDrinks = ResponseOf<Endpoints['getVenueWithDrinks']>;

export interface DrinkPageParams {
  /** From 1; the last page where there are fewer. */
  readonly page: number;
  readonly size: number;
  /** Instead of the page: the one that this drink is on. */
  readonly drink?: string | undefined;
}

/** The page before stays while the next is fetched. */
export const drinkPageQuery = (venueId: string, { page, size, drink }: DrinkPageParams) =>
  queryOptions({
    queryKey: ['drink-pages', venueId, size, page, drink ?? ''],
    queryFn: ({ signal }) =>
      api.getVenueWithDrinks({
        params: { venueId },
        query: { pagination: { current: page, size }, drink },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const inPages = (venueId: string, change: (drinks: readonly Drink[]) => Drink[]) =>
  queryClient.setQueriesData<VenueWithDrinks>(
    { queryKey: ['drink-pages', venueId] },
    (page) => page && { ...page, drinks: change(page.drinks) },
  );

/** What can be typed over in the menu. */
export type MenuEdit = Partial<Pick<Drink, 'name' | 'price' | 'doublePrice'>>;

/**
 * Shows the change at once and takes it back when it is refused: with 409 where somebody else has changed the same field
 * meanwhile.
 * @param shown the drink as the user saw it
 */
export async function changeDrinkInMenu(shown: Drink, changes: MenuEdit): Promise<void> {
  const { _id: drinkId, venueId } = shown;
  const put = (fields: Partial<Drink>) =>
    inPages(venueId, (drinks) =>
      drinks.map((drink) => (drink._id === drinkId ? { ...drink, ...fields } : drink)),
    );
  const before: MenuEdit = {
    ...('name' in changes && { name: shown.name }),
    ...('price' in changes && { price: shown.price }),
    ...('doublePrice' in changes && { doublePrice: shown.doublePrice ?? 0 }),
  };
  await queryClient.cancelQueries({ queryKey: ['drink-pages', venueId] });
  put(changes);
  try {
    const body = { ...changes, expected: before };
    put(await api.updateVenueDrink({ params: { venueId, drinkId }, body }));
    void queryClient.invalidateQueries({ queryKey: ['drinks', venueId] });
  } catch (error) {
    put(before);
    void refreshDrinks(venueId);
    throw error;
  }
}
