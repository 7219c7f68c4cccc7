import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';
import { forgetSalesReports } from './reports.ts';

export type NewOrder = EndpointInput<'createOrder'>['body'];
export type RecordedSale = EndpointResponse<'createOrder'>;

export type OrderDetail = EndpointResponse<'getOrder'>;

/** An order as a whole. */
export const orderQuery = (id: string) =>
  queryOptions({ ...endpointQuery('getOrder', { params: { id } }), retry: false });

/**
 * Records a sale of a unit.
 * @param key idempotency key, the same for every attempt, so that the order is recorded once even when responses are
 * lost
 */
export async function createOrder(order: NewOrder, key: string): Promise<RecordedSale> {
  const sale = await api.createOrder({ headers: { 'idempotency-key': key }, body: order });
  forgetSalesReports();
  await invalidate('getVenueOverview');
  return sale;
}
