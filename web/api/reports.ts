import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api, openResponse } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';

export type SalesReport = ResponseOf<Endpoints['getSalesReport']>;
export type Sale = SalesReport['sales'][number];
export type SoldDrink = Sale['drinks'][number];

/** What a report is about: a stretch of time, both ends included in epoch milliseconds, of a venue or of one of its units. */
export interface SalesRange {
  readonly venueId: string;
  readonly unitId?: string | undefined;
  readonly startDate: number;
  readonly endDate: number;
}

export const salesPageSize = 10;
/** The full report, as a file is made of it. More sales than these are streamed. */
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
    // A page that was just seen is shown again; Lookup sales forgets it first.
    staleTime: 30_000,
  });

/** What was read before is no longer good enough: the next look at any report asks the server. */
export const forgetSalesReports = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: isOfReports, refetchType: 'none' });

/** Asks for what is shown of the reports again. */
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

/** What was sold by drink name, most sold first. */
export const drinkStatisticsQuery = (range: SalesRange) =>
  queryOptions({
    queryKey: ['drinkStatistics', range],
    queryFn: ({ signal }) => api.getDrinkStatistics({ query: { ...range }, signal }),
    staleTime: 30_000,
  });

/** The CSV of a range, sent to the caller's own address; where it goes to is in the answer. */
export const mailSalesReport = (
  body: EndpointInput<'mailSalesReport'>['body'],
): Promise<ResponseOf<Endpoints['mailSalesReport']>> => api.mailSalesReport({ body });
