import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';
import { changeIssues } from './issues.ts';
import { forgetSalesReports } from './reports.ts';

export type RefusedSale = EndpointResponse<'listRefusedSales'>[number];

/** Open refused sales of a venue, or of one of its units, newest first. */
export const refusedSalesQuery = (venueId: string, unitId?: string) =>
  endpointQuery('listRefusedSales', {
    params: { venueId },
    query: unitId === undefined ? {} : { unitId },
  });

export async function settleRefusedSale(id: string, action: 'take' | 'dismiss'): Promise<void> {
  await changeIssues(
    (issue) => (issue.id === id ? null : issue),
    () => api.settleRefusedSale({ params: { id }, body: { action } }),
  );
  forgetSalesReports();
  await Promise.all([
    invalidate('listRefusedSales'),
    invalidate('getVenueOverview'),
    invalidate('getVenueHealth'),
    invalidate('getUnitHistory'),
  ]);
}
