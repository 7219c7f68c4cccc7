import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

export type Venue = EndpointResponse<'listVenues'>[string];
/** Venue including the fields for super admins. */
export type FullVenue = Extract<Venue, { taxPercentage: number }>;
export type VenueChanges = EndpointInput<'updateVenue'>['body'];
export type Overview = EndpointResponse<'getVenueOverview'>;

export const isFullVenue = (venue: Venue): venue is FullVenue => 'taxPercentage' in venue;

const valuesOf = (venuesById: EndpointResponse<'listVenues'>): Venue[] => Object.values(venuesById);

/** The venues of an owner, oldest first. */
export const venuesQuery = (userId: string) =>
  queryOptions({
    ...endpointQuery('listVenues', { params: { userId } }),
    select: valuesOf,
    staleTime: 60_000,
  });

export const venueQuery = (venueId: string) =>
  endpointQuery('getVenueAlone', { params: { venueId } });

/** @param timezone the zone that defines today */
export const overviewQuery = (venueId: string, timezone: string) =>
  queryOptions({
    ...endpointQuery('getVenueOverview', { params: { venueId }, query: { timezone } }),
    refetchInterval: 30_000,
  });

/** @param ownerId the owner a super admin acts for; null for the owner's own */
export async function createVenue(
  venueOf: { name: string; address: string; timezone: string; startsAt: string },
  ownerId: string | null,
): Promise<Venue> {
  const body = ownerId === null ? venueOf : { ...venueOf, ownerId };
  const venue = await api.createVenue({ body });
  await invalidate('listVenues');
  return venue;
}

/** Rejected when another user has changed the fields since; the current values are then fetched. */
export async function updateVenue(venueId: string, changes: VenueChanges): Promise<Venue> {
  const shown: Record<string, unknown> = {
    ...queryClient.getQueryData(venueQuery(venueId).queryKey),
  };
  const expected = Object.fromEntries(Object.keys(changes).map((field) => [field, shown[field]]));
  const params = { _id: venueId };
  const venue = await api
    .updateVenue({ params, body: { ...changes, expected } })
    .catch(async (error: unknown) => {
      if (isConflict(error)) await invalidate('getVenueAlone', { params: { venueId } });
      throw error;
    });
  queryClient.setQueryData(venueQuery(venueId).queryKey, venue);
  await invalidate('listVenues');
  return venue;
}

export type Notice = EndpointResponse<'listNotices'>[number];

/** Latest restock notices of a venue, newest first, and their recipients. */
export const noticesQuery = (venueId: string) =>
  queryOptions({
    ...endpointQuery('listNotices', { params: { venueId } }),
    refetchInterval: 60_000,
  });
