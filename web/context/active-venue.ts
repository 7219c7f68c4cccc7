/** Venues of the user and the active one: the chosen one, or the first when none is chosen. */
import { useQuery } from '@tanstack/react-query';
import { unitsQuery } from '../api/units.ts';
import type { Unit } from '../api/units.ts';
import { venuesQuery } from '../api/venues.ts';
import type { Venue } from '../api/venues.ts';
import { effectiveOwnerId, useOwnerContext } from './owner-context.ts';
import { useSession } from '../session/session.ts';

const noVenues: readonly Venue[] = [];
const noUnits: readonly Unit[] = [];

/** `isPending` is true while loading and always becomes false; a failure leaves an empty list and sets `isLost`. */
export function useVenues(): {
  venues: readonly Venue[];
  active: Venue | undefined;
  isPending: boolean;
  isLost: boolean;
  retry: () => void;
} {
  useSession();
  const { venueId } = useOwnerContext();
  const ownerId = effectiveOwnerId();
  const { data, isLoading, isError, refetch } = useQuery({
    ...venuesQuery(ownerId ?? ''),
    enabled: ownerId !== null,
  });
  const venues = data ?? noVenues;
  return {
    venues,
    active: venues.find(({ id }) => id === venueId) ?? venues[0],
    isPending: isLoading,
    isLost: isError && data === undefined,
    retry: () => void refetch(),
  };
}

export function useUnits(venueId: string | undefined): {
  units: readonly Unit[];
  isPending: boolean;
  isLost: boolean;
  retry: () => void;
} {
  const { data, isLoading, isError, refetch } = useQuery({
    ...unitsQuery(venueId ?? ''),
    enabled: venueId !== undefined,
  });
  return {
    units: data ?? noUnits,
    isPending: isLoading,
    isLost: isError && data === undefined,
    retry: () => void refetch(),
  };
}
