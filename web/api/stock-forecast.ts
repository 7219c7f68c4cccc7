/** Forecast of what runs out, and the refill list made from it. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { Horizon } from '../../rules/forecast/refill-horizon.ts';
import { api } from './client.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type StockForecast = EndpointResponse<'getStockForecast'>;
export type RefillList = EndpointResponse<'getRefillList'>;
export type UnitRefills = RefillList['units'][number];
export type RefillItem = UnitRefills['items'][number];

const pollMs = 60_000;

/** @param timezone of days, for a venue without a clock */
export const stockForecastQuery = (venueId: string, timezone: string) => ({
  ...endpointQuery('getStockForecast', { params: { venueId }, query: { timezone } }),
  refetchInterval: pollMs,
});

export const refillListQuery = (venueId: string, until: Horizon, timezone: string) => ({
  ...endpointQuery('getRefillList', { params: { venueId }, query: { until, timezone } }),
  refetchInterval: pollMs,
});

/** @param at `16:00`, or null without a plan */
export async function updateRefillPlan(venueId: string, at: string | null): Promise<void> {
  await api.updateRefillPlan({ params: { venueId }, body: { at } });
  await invalidate('getRefillList', { params: { venueId } });
}
