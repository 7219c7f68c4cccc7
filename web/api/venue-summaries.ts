/** Apart from the other endpoints of alerts: the bell is part of every first load. */
import { endpointQuery } from './endpoint-query.ts';

/** Number of alerts of a venue that wait for someone to acknowledge them. */
export const alertSummaryQuery = (venueId: string) => ({
  ...endpointQuery('getAlertSummary', { params: { venueId } }),
  refetchInterval: 15_000,
});

// Apart from the other endpoints of cases: the sidebar is part of every first load.

/** Number of open cases of a venue, and what is owed for them. */
export const caseSummaryQuery = (venueId: string) => ({
  ...endpointQuery('getCaseSummary', { params: { venueId } }),
  refetchInterval: 30_000,
});
