import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

export type VenueClockState = EndpointResponse<'getClock'>;
export type Night = EndpointResponse<'listNights'>[number];
export type Hours = EndpointResponse<'getHours'>['hours'];

/** @param timezone zone of the hours while the venue has no clock */
export const clockQuery = (venueId: string, timezone: string) =>
  queryOptions({
    ...endpointQuery('getClock', { params: { venueId }, query: { timezone } }),
    staleTime: 60_000,
  });

export const hoursQuery = (venueId: string) => endpointQuery('getHours', { params: { venueId } });

/** Nights of the days, both included. */
export const nightsQuery = (venueId: string, from: string, to: string) =>
  queryOptions({
    ...endpointQuery('listNights', { params: { venueId }, query: { from, to } }),
    staleTime: 60_000,
  });

/** What depends on when a night starts and ends. */
const forgetNights = (venueId: string) =>
  Promise.all([
    invalidate('getClock', { params: { venueId } }),
    invalidate('listNights', { params: { venueId } }),
    invalidate('getVenueOverview', { params: { venueId } }),
    invalidate('getVenueHealth', { params: { venueId } }),
  ]);

export async function updateClock(
  venueId: string,
  body: EndpointInput<'updateClock'>['body'],
): Promise<VenueClockState> {
  const state = await api.updateClock({ params: { venueId }, body });
  await forgetNights(venueId);
  return state;
}

/** Replaces the hours of the week; none clears them. */
export async function updateHours(venueId: string, hours: Hours): Promise<void> {
  const saved = await api.updateHours({ params: { venueId }, body: { hours } });
  queryClient.setQueryData(hoursQuery(venueId).queryKey, saved);
}

export async function updateNight(
  venueId: string,
  day: string,
  body: EndpointInput<'updateNight'>['body'],
): Promise<Night> {
  const night = await api.updateNight({ params: { venueId, day }, body });
  await forgetNights(venueId);
  return night;
}
