/** The sales of the demo's first venue, beside the screen. */
import type { Page } from '@playwright/test';
import type { ResponseOf } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/endpoints.ts';
import { widenDays } from '../lib/day-range.ts';
import { ask, claimsOf, tokenOf } from './test.ts';

export type Report = ResponseOf<Endpoints['getSalesReport']>;

/** The call of the screen, not that of the file. */
export const reportCall = /\/api\/orders\/sales\/report\?/;

export const fileCall = /\/api\/orders\/sales\/report\.csv\?/;

/** Days that hold everything the demo has sold. */
export const days = { from: '2024-01-01', to: new Date().toISOString().slice(0, 10) };

/** The address of a report on them. */
export const someYears = (timezone = 'EST') =>
  `/salesreports?from=${days.from}&to=${days.to}&timezone=${timezone}`;

/** All of them in one answer, which holds up to 10,000. */
export async function allSales(page: Page): Promise<{ venueId: string; report: Report }> {
  const { sub } = claimsOf(tokenOf('owner'));
  const venues = await ask<Record<string, { name: string }>>(
    page,
    'owner',
    `/api/users/${sub}/venues`,
  );
  const [venueId = ''] = Object.keys(venues);
  const { startDate, endDate } = widenDays({ ...days, timezone: 'America/New_York' });
  const report = await ask<Report>(
    page,
    'owner',
    `/api/orders/sales/report?venueId=${venueId}&startDate=${startDate}&endDate=${endDate}` +
      '&pagination[current]=1&pagination[size]=10000',
  );
  return { venueId, report };
}
