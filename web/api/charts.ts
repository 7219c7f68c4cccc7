import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Series = EndpointResponse<'getSeries'>;
export type HeatMapOfSales = EndpointResponse<'getHeatMap'>;
export type Breakdown = EndpointResponse<'getBreakdown'>;
export type Mix = EndpointResponse<'getMix'>;

/** Another period or figure takes the place of the one before once it is there, so that nothing moves. */
const chart = { staleTime: 30_000, placeholderData: keepPreviousData };

export const seriesQuery = (query: EndpointInput<'getSeries'>['query']) =>
  queryOptions({ ...endpointQuery('getSeries', { query }), ...chart });

export const heatMapQuery = (query: EndpointInput<'getHeatMap'>['query']) =>
  queryOptions({ ...endpointQuery('getHeatMap', { query }), ...chart });

export const mixQuery = (query: EndpointInput<'getMix'>['query']) =>
  queryOptions({ ...endpointQuery('getMix', { query }), ...chart });

export const breakdownQuery = (query: EndpointInput<'getBreakdown'>['query']) =>
  queryOptions({ ...endpointQuery('getBreakdown', { query }), ...chart });
