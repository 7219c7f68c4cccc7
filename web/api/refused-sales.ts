import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type RefusedSale = ResponseOf<Endpoints['listRefusedSales']>[number];

/** Open refused sales of a venue, newest first. */
export const refusedSalesQuery = (venueId: string) =>
  endpointQuery('listRefusedSales', { params: { venueId }, query: {} });

export async function settleRefusedSale(id: string, action: 'take' | 'dismiss'): Promise<void> {
  await api.settleRefusedSale({ params: { id }, body: { action } });
  await Promise.all([
    invalidate('listRefusedSales'),
    invalidate('getVenueOverview'),
    invalidate('getSalesReport', undefined, { refetchType: 'none' }),
  ]);
}
