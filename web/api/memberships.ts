import { endpointQuery } from './endpoint-query.ts';

/** Owners whose staff the user belongs to; with a venue, which of them has it. */
export const membershipsQuery = (venueId?: string) =>
  endpointQuery('listMemberships', { query: venueId === undefined ? {} : { venueId } });
