/**
 * Venues of the user and units of a venue, and the active ones: the chosen one, or the first when none is chosen or it
 * no longer exists.
 */
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

/** @param venueId of the active venue; undefined while loading */
export function useActiveUnit(
  venueId: string | undefined,
): ReturnType<typeof useUnits> & { active: Unit | undefined } {
  const { unitNumber } = useOwnerContext();
  const known = useUnits(venueId);
  const chosen = known.units.find((unit) => unit.unitNumber === unitNumber);
  return { ...known, active: chosen ?? known.units[0] };
}
