/** The loss report. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Loss = ResponseOf<Endpoints['getLoss']>;
export type LostIngredient = Loss['ingredients'][number];

export const lossQuery = (venueId: string, query: EndpointInput<'getLoss'>['query']) =>
  endpointQuery('getLoss', { params: { venueId }, query });
