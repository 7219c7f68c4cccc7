/** The sales of the first venue in the demo data, as the API reports them. No test changes this venue. */
import type { ResponseOf } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/endpoints.ts';
import { widenDays } from '../lib/day-range.ts';
import type { ApiClient } from './api-client.ts';

export type Report = ResponseOf<Endpoints['getSalesReport']>;

export interface DemoSales {
  readonly venueId: string;
  readonly report: Report;
}

/** Matches the report request of the screen, not that of the CSV file. */
export const reportRequest = /\/api\/orders\/sales\/report\?/;

export const fileRequest = /\/api\/orders\/sales\/report\.csv\?/;

/** A range of days that contains every sale in the demo data. */
export const allDays = { from: '2024-01-01', to: new Date().toISOString().slice(0, 10) };

/** The path of a report on all days, from midnight to midnight. */
export const allDaysPath = (timezone = 'EST') =>
  `/salesreports?from=${allDays.from}&to=${allDays.to}&timezone=${timezone}&days=calendar`;

/** Fetches all sales in one page of 10,000, the largest that the endpoint allows. */
export async function fetchDemoSales(demoOwner: ApiClient): Promise<DemoSales> {
  const venues = await demoOwner.getJson<object>(`/api/users/${demoOwner.userId}/venues`);
  const [venueId = ''] = Object.keys(venues);
  const { startDate, endDate } = widenDays({ ...allDays, timezone: 'America/New_York' });
  const report = await demoOwner.getJson<Report>(
    `/api/orders/sales/report?venueId=${venueId}&startDate=${startDate}&endDate=${endDate}` +
      '&pagination[current]=1&pagination[size]=10000',
  );
  return { venueId, report };
}
