import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, pageBefore } from './endpoint-query.ts';

export type Series = EndpointResponse<'getSeries'>;
export type HeatMapOfSales = EndpointResponse<'getHeatMap'>;
export type Breakdown = EndpointResponse<'getBreakdown'>;
export type Mix = EndpointResponse<'getMix'>;

/** In milliseconds. */
const staleTime = 30_000;

// Another period or figure of a venue takes the place of the one before once it is there, so that nothing moves. Those of
// another venue are never shown in place of its own.

export const seriesQuery = (query: EndpointInput<'getSeries'>['query']) =>
  queryOptions({
    ...endpointQuery('getSeries', { query }),
    placeholderData: pageBefore('getSeries', { query: { venueId: query.venueId } }),
    staleTime,
  });

export const heatMapQuery = (query: EndpointInput<'getHeatMap'>['query']) =>
  queryOptions({
    ...endpointQuery('getHeatMap', { query }),
    placeholderData: pageBefore('getHeatMap', { query: { venueId: query.venueId } }),
    staleTime,
  });

export const mixQuery = (query: EndpointInput<'getMix'>['query']) =>
  queryOptions({
    ...endpointQuery('getMix', { query }),
    placeholderData: pageBefore('getMix', { query: { venueId: query.venueId } }),
    staleTime,
  });

export const breakdownQuery = (query: EndpointInput<'getBreakdown'>['query']) =>
  queryOptions({
    ...endpointQuery('getBreakdown', { query }),
    placeholderData: pageBefore('getBreakdown', { query: { venueId: query.venueId } }),
    staleTime,
  });
