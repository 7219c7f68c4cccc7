/** Apart from the other endpoints of cases: the sidebar is part of every first load. */
import { endpointQuery } from './endpoint-query.ts';

/** Number of open cases of a venue, and what is owed for them. */
export const caseSummaryQuery = (venueId: string) => ({
  ...endpointQuery('getCaseSummary', { params: { venueId } }),
  refetchInterval: 30_000,
});
