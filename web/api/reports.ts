import { partialMatchKey, queryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { SaleFilter } from '../../rules/reports/sale-filter.ts';
import { api, openResponse } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointKey, endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

export type SalesReport = EndpointResponse<'getSalesReport'>;
export type Sale = SalesReport['sales'][number];
export type SoldDrink = Sale['drinks'][number];

/** Range of a report: epoch milliseconds with both ends included, for a venue or one of its units. */
export interface SalesRange {
  readonly venueId: string;
  readonly unitId?: string | undefined;
  readonly startDate: number;
  readonly endDate: number;
}

export const salesPageSize = 10;
/** Page size of the full report for export. Larger reports are streamed. */
export const fullReportSize = 10_000;

/** A page of the sales of a range that match the filter. */
export interface SalesPage extends SaleFilter {
  /** From 1. */
  readonly page: number;
  /** What comes first. */
  readonly sort: 'oldest' | 'newest';
  /** Id of a sale: the page has those next to it instead of those of its number. */
  readonly laterThan?: string | undefined;
  readonly earlierThan?: string | undefined;
}

export const salesReportQuery = (range: SalesRange, { page, sort, ...start }: SalesPage) =>
  queryOptions({
    ...endpointQuery('getSalesReport', {
      query: { ...range, ...start, sort, pagination: { current: page, size: salesPageSize } },
    }),
    // Recently fetched pages are served from the cache; Lookup sales clears it first.
    staleTime: 30_000,
  });

/** Reads a page from the server, whatever is cached. */
export const refetchSalesPage = (range: SalesRange, page: SalesPage): Promise<SalesReport> =>
  queryClient.fetchQuery({ ...salesReportQuery(range, page), staleTime: 0 });

/** Discards cached reports, so that the next lookup fetches from the server. */
export function forgetSalesReports(): void {
  for (const name of reportEndpoints) void invalidate(name, undefined, { refetchType: 'none' });
}

/** Refetches the visible reports and orders. */
export function refetchSalesReports(): void {
  for (const name of [...reportEndpoints, 'getOrder'] as const) {
    void queryClient.refetchQueries({ queryKey: endpointKey(name), type: 'active' });
  }
}

export type VenueComparison = EndpointResponse<'compareVenues'>;

/** Sales of all venues of an owner. */
export const venueComparisonQuery = (query: EndpointInput<'compareVenues'>['query']) =>
  queryOptions({ ...endpointQuery('compareVenues', { query }), refetchInterval: 60_000 });

export type SalesOfVenues = EndpointResponse<'listSalesOfVenues'>;

type DaysOfVenues = Pick<
  NonNullable<EndpointInput<'listSalesOfVenues'>['query']>,
  'ownerId' | 'from' | 'to' | 'timezone'
>;

/** A page of the sales of all venues of an owner; the first, or one next to a sale. */
export const salesOfVenuesQuery = (
  days: DaysOfVenues,
  { show, drink, reader, payment, sort, laterThan, earlierThan }: SalesPage,
) =>
  queryOptions({
    ...endpointQuery('listSalesOfVenues', {
      query: {
        ...days,
        show,
        drink,
        reader,
        payment,
        sort,
        laterThan,
        earlierThan,
        pagination: { size: salesPageSize },
      },
    }),
    staleTime: 30_000,
  });

/** Reads a page from the server, whatever is cached. */
export const refetchVenuesPage = (days: DaysOfVenues, page: SalesPage): Promise<SalesOfVenues> =>
  queryClient.fetchQuery({ ...salesOfVenuesQuery(days, page), staleTime: 0 });

/** Returns true when a query is a page of the sales of all venues in these days. */
export const isPageOfVenues = (days: DaysOfVenues, { queryKey }: { queryKey: QueryKey }): boolean =>
  partialMatchKey(queryKey, endpointKey('listSalesOfVenues', { query: { ...days } }));

export type VenuesCsvQuery = EndpointInput<'downloadVenuesCsv'>['query'];

export const openVenuesCsv = (query: VenuesCsvQuery, signal: AbortSignal): Promise<Response> =>
  openResponse('downloadVenuesCsv', { query, signal });

const reportEndpoints = ['getSalesReport', 'getDrinkStatistics', 'compareSales'] as const;

/** Returns true when a query is a page of the report of this range. */
export const isPageOf = (range: SalesRange, { queryKey }: { queryKey: QueryKey }): boolean =>
  partialMatchKey(queryKey, endpointKey('getSalesReport', { query: { ...range } }));

export const fetchFullReport = (range: SalesRange, signal: AbortSignal): Promise<SalesReport> =>
  api.getSalesReport({
    query: { ...range, pagination: { current: 1, size: fullReportSize } },
    signal,
  });

export const openSalesCsv = (
  range: SalesRange,
  timezone: string,
  signal: AbortSignal,
): Promise<Response> => openResponse('downloadSalesCsv', { query: { ...range, timezone }, signal });

export type SoldByName = EndpointResponse<'getDrinkStatistics'>[number];

/** Sales by drink name, most sold first. */
export const drinkStatisticsQuery = (range: SalesRange) =>
  queryOptions({
    ...endpointQuery('getDrinkStatistics', { query: { ...range } }),
    staleTime: 30_000,
  });

export type SalesComparison = EndpointResponse<'compareSales'>;

/** Figures of days beside those of other days. */
export const comparisonQuery = (query: EndpointInput<'compareSales'>['query']) =>
  queryOptions({ ...endpointQuery('compareSales', { query }), staleTime: 30_000 });

/** Emails the CSV of a range to the user's own address; the response contains the recipient. */
export const mailSalesReport = (
  body: EndpointInput<'mailSalesReport'>['body'],
): Promise<EndpointResponse<'mailSalesReport'>> => api.mailSalesReport({ body });
