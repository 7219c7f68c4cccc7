/** The loss report. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { openResponse } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Loss = EndpointResponse<'getLoss'>;
export type LostIngredient = Loss['ingredients'][number];

export const lossQuery = (venueId: string, query: EndpointInput<'getLoss'>['query']) =>
  endpointQuery('getLoss', { params: { venueId }, query });

export type LossPack = EndpointResponse<'getLossPack'>;
export type PackLine = LossPack['lines'][number];
type PackMonth = EndpointInput<'getLossPack'>['query'];

export const lossPackQuery = (venueId: string, query: PackMonth) =>
  endpointQuery('getLossPack', { params: { venueId }, query });

export async function fetchLossPackCsv(
  venueId: string,
  query: PackMonth,
  signal: AbortSignal,
): Promise<Blob> {
  const input = { params: { venueId }, query, signal };
  return (await openResponse('downloadLossPackCsv', input)).blob();
}

export type Margins = EndpointResponse<'getMargins'>;

export const marginsQuery = (venueId: string, query: EndpointInput<'getMargins'>['query']) =>
  endpointQuery('getMargins', { params: { venueId }, query });
