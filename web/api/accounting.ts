/** Accounting journals. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Journal = ResponseOf<Endpoints['getJournal']>;

export const journalQuery = (venueId: string, query: EndpointInput<'getJournal'>['query']) =>
  endpointQuery('getJournal', { params: { venueId }, query });
