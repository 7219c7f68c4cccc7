import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/call.ts';
import type { Calls } from '../../contract/calls.ts';
import { call } from './client.ts';
import type { CallInput } from './client.ts';
import { queryClient } from './query-client.ts';

export type Venue = AnswerOf<Calls['listVenues']>[string];
/** With what only a super admin is told. */
export type FullVenue = Extract<Venue, { taxPercentage: number }>;
export type VenueChanges = CallInput<'updateVenue'>['body'];
export type Overview = AnswerOf<Calls['getVenueOverview']>;

export const isFullVenue = (venue: Venue): venue is FullVenue => 'taxPercentage' in venue;

/** The venues of an owner, oldest first. */
export const venuesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['venues', userId],
    queryFn: async ({ signal }) => {
      const venuesById = await call('listVenues', { params: { userId }, signal });
      return Object.values(venuesById);
    },
    staleTime: 60_000,
  });

export const venueQuery = (venueId: string) =>
  queryOptions({
    queryKey: ['venue', venueId],
    queryFn: ({ signal }) => call('getVenueAlone', { params: { venueId }, signal }),
  });

/** @param timezone the zone whose day counts as today */
export const overviewQuery = (venueId: string, timezone: string) =>
  queryOptions({
    queryKey: ['overview', venueId, timezone],
    queryFn: ({ signal }) =>
      call('getVenueOverview', { params: { venueId }, query: { timezone }, signal }),
    refetchInterval: 30_000,
  });

/** @param ownerId whom a super admin acts for; null for the owner's own */
export async function addVenue(name: string, ownerId: string | null): Promise<Venue> {
  const body = ownerId === null ? { name } : { name, ownerId };
  const venue = await call('createVenue', { body });
  await queryClient.invalidateQueries({ queryKey: ['venues'] });
  return venue;
}

export async function changeVenue(venueId: string, body: VenueChanges): Promise<Venue> {
  const venue = await call('updateVenue', { params: { _id: venueId }, body });
  queryClient.setQueryData(venueQuery(venueId).queryKey, venue);
  await queryClient.invalidateQueries({ queryKey: ['venues'] });
  return venue;
}
