/** Stock on hand of a venue, its storerooms, and counts. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type Stock = EndpointResponse<'getStock'>;
export type Store = Stock['stores'][number];
export type StockedIngredient = Stock['ingredients'][number];
export type StockCount = EndpointResponse<'getStockCount'>;
export type CountedPlace = StockCount['places'][number];
export type CountLine = CountedPlace['lines'][number];

/** Others may count the same venue. */
const pollMs = 5_000;

/** @param timezone of days, for a venue without a clock */
export const stockQuery = (venueId: string, timezone: string) =>
  endpointQuery('getStock', { params: { venueId }, query: { timezone } });

export const stockCountQuery = (venueId: string, id: string) => ({
  ...endpointQuery('getStockCount', { params: { venueId, id } }),
  refetchInterval: pollMs,
});

const refresh = (venueId: string) =>
  Promise.all([
    invalidate('getStock', { params: { venueId } }),
    invalidate('getStockForecast'),
    invalidate('getRefillList'),
    invalidate('listIngredients'),
    invalidate('listUnitMovements'),
  ]);

/** Returns the id of the open count, which others may have started. */
export async function startStockCount(venueId: string): Promise<string> {
  const { id } = await api.startStockCount({ params: { venueId }, body: {} });
  await invalidate('getStock', { params: { venueId } });
  return id;
}

/** @param chosen keys of lines to take instead of the latest of their places */
export async function endStockCount(
  venueId: string,
  id: string,
  chosen: readonly string[],
): Promise<StockCount> {
  const ended = await api.endStockCount({ params: { venueId, id }, body: { chosen: [...chosen] } });
  await refresh(venueId);
  return ended;
}

export async function discardStockCount(venueId: string, id: string): Promise<void> {
  await api.discardStockCount({ params: { venueId, id } });
  await refresh(venueId);
}

const refreshStores = (venueId: string) =>
  Promise.all([
    invalidate('getStock', { params: { venueId } }),
    invalidate('listDeliveries', { params: { venueId } }),
    invalidate('getStockCount'),
  ]);

export async function createStore(venueId: string, name: string): Promise<void> {
  await api.createStore({ params: { venueId }, body: { name } });
  await refreshStores(venueId);
}

export async function updateStore(venueId: string, id: string, name: string): Promise<void> {
  await api.updateStore({ params: { venueId, id }, body: { name } });
  await refreshStores(venueId);
}

export async function deleteStore(venueId: string, id: string): Promise<void> {
  await api.deleteStore({ params: { venueId, id } });
  await refreshStores(venueId);
}
