/** The venues the user works on and the one that is active: the chosen one, or the first as long as none is. */
import { useQuery } from '@tanstack/react-query';
import { unitsQuery } from '../api/units.ts';
import type { Unit } from '../api/units.ts';
import { venuesQuery } from '../api/venues.ts';
import type { Venue } from '../api/venues.ts';
import { effectiveOwnerId, useOwnerContext } from './owner-context.ts';
import { useSession } from '../session/session.ts';

const noVenues: readonly Venue[] = [];
const noUnits: readonly Unit[] = [];

/** While they load `isPending` is true; it always ends, and a failure leaves an empty list, which `isLost` tells. */
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
