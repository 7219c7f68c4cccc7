import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api, openResponse } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';

export type SalesReport = ResponseOf<Endpoints['getSalesReport']>;
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

/** @param page from 1 */
export const salesReportQuery = (range: SalesRange, page: number) =>
  queryOptions({
    queryKey: ['salesReport', range, page],
    queryFn: ({ signal }) =>
      api.getSalesReport({
        query: { ...range, pagination: { current: page, size: salesPageSize } },
        signal,
      }),
    // Recently fetched pages are served from the cache; Lookup sales clears it first.
    staleTime: 30_000,
  });

/** Discards cached reports, so that the next lookup fetches from the server. */
export const forgetSalesReports = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: isOfReports, refetchType: 'none' });

/** Refetches the visible reports. */
export const refetchSalesReports = (client: QueryClient): void =>
  void client.refetchQueries({ predicate: isOfReports, type: 'active' });

const isOfReports = ({ queryKey: [resource] }: { queryKey: readonly unknown[] }): boolean =>
  resource === 'salesReport' || resource === 'drinkStatistics';

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

export type SoldByName = ResponseOf<Endpoints['getDrinkStatistics']>[number];

/** Sales by drink name, most sold first. */
export const drinkStatisticsQuery = (range: SalesRange) =>
  queryOptions({
    queryKey: ['drinkStatistics', range],
    queryFn: ({ signal }) => api.getDrinkStatistics({ query: { ...range }, signal }),
    staleTime: 30_000,
  });

/** Emails the CSV of a range to the user's own address; the response contains the recipient. */
export const mailSalesReport = (
  body: EndpointInput<'mailSalesReport'>['body'],
): Promise<ResponseOf<Endpoints['mailSalesReport']>> => api.mailSalesReport({ body });
