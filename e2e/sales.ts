/** The sales of the first venue in the demo data, as the API reports them. No test changes this venue. */
import type { EndpointResponse } from '../contract/endpoints.ts';
import { type Days, widenDays } from '../lib/day-range.ts';
import { shiftDay } from '../rules/nights/nights.ts';
import type { ApiClient } from './api-client.ts';

export type Report = EndpointResponse<'getSalesReport'>;

export interface DemoSales {
  readonly venueId: string;
  readonly report: Report;
}

/** Matches the report request of the screen, not that of the CSV file. */
export const reportRequest = /\/api\/orders\/sales\/report\?/;

export const fileRequest = /\/api\/orders\/sales\/report\.csv\?/;

/** The last days of the demo, 101 of its half year: a page of 10,000, the largest, has all of their sales. */
export const demoDays = rangeUntil(new Date(), 100);

/** The path of a report on these days, from midnight to midnight. */
export const demoDaysPath = (timezone = 'EST', from = demoDays.from) =>
  `/salesreports?from=${from}&to=${demoDays.to}&timezone=${timezone}&days=calendar`;

/** Fetches all sales of these days in one page. */
export async function fetchDemoSales(demoOwner: ApiClient): Promise<DemoSales> {
  const venues = await demoOwner.getJson<object>(`/api/users/${demoOwner.userId}/venues`);
  const [venueId = ''] = Object.keys(venues);
  const { startDate, endDate } = widenDays({ ...demoDays, timezone: 'America/New_York' });
  const report = await demoOwner.getJson<Report>(
    `/api/orders/sales/report?venueId=${venueId}&startDate=${startDate}&endDate=${endDate}` +
      '&pagination[current]=1&pagination[size]=10000',
  );
  if (report.pagination.total > report.sales.length)
    throw new Error(`${report.pagination.total} sales do not fit into a page`);
  return { venueId, report };
}

function rangeUntil(last: Date, daysBefore: number): Days {
  const to = last.toISOString().slice(0, 10);
  return { from: shiftDay(to, -daysBefore), to };
}
