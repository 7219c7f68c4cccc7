/** Orders of stock at suppliers, and what is to be ordered. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api, openResponse } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type ToOrder = EndpointResponse<'getOrderList'>[number];
export type StockOrder = EndpointResponse<'listStockOrders'>[number];

/** @param timezone of days, for a venue without a clock */
export const orderListQuery = (venueId: string, timezone: string) =>
  endpointQuery('getOrderList', { params: { venueId }, query: { timezone } });

export const stockOrdersQuery = (venueId: string) =>
  endpointQuery('listStockOrders', { params: { venueId } });

const refresh = (venueId: string) =>
  Promise.all([
    invalidate('getOrderList', { params: { venueId } }),
    invalidate('listStockOrders', { params: { venueId } }),
  ]);

export async function updateSupply(
  venueId: string,
  id: string,
  body: EndpointInput<'updateSupply'>['body'],
): Promise<void> {
  await api.updateSupply({ params: { venueId, id }, body });
  await invalidate('getOrderList', { params: { venueId } });
}

export async function createStockOrder(
  venueId: string,
  body: EndpointInput<'createStockOrder'>['body'],
): Promise<void> {
  await api.createStockOrder({ params: { venueId }, body });
  await refresh(venueId);
}

export async function cancelStockOrder(venueId: string, id: string): Promise<void> {
  await api.cancelStockOrder({ params: { venueId, id } });
  await refresh(venueId);
}

export async function fetchStockOrderCsv(
  venueId: string,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  return (await openResponse('downloadStockOrderCsv', { params: { venueId, id }, signal })).blob();
}
