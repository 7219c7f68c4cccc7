/**
 * Venues of the user and units of a venue, and the active ones: the one in the address, else the one chosen in this
 * tab, else the first. One that the account does not have counts as none.
 */
import { useQuery } from '@tanstack/react-query';
import { unitsQuery } from '../api/units.ts';
import type { Unit } from '../api/units.ts';
import { venuesQuery } from '../api/venues.ts';
import type { Venue } from '../api/venues.ts';
import { effectiveOwnerId, useOwnerContext } from './owner-context.ts';
import { usePlace } from './place.ts';
import { useSession } from '../session/session.ts';
import { type LoadState, loadState } from '../ui/load-state.tsx';

const noVenues: readonly Venue[] = [];
const noUnits: readonly Unit[] = [];
const withoutOwner = { state: 'empty', isRefreshing: false, failures: [] } as const;

/** `isPending` is true while loading and always becomes false; a failure leaves an empty list and sets `isLost`. */
export function useVenues(): {
  state: LoadState<readonly Venue[]>;
  venues: readonly Venue[];
  active: Venue | undefined;
  isPending: boolean;
  isLost: boolean;
  /** True when the list is known and not being fetched again. */
  isSettled: boolean;
  retry: () => void;
} {
  useSession();
  const { venueId: chosenId } = useOwnerContext();
  const { venueId: addressedId } = usePlace();
  const ownerId = effectiveOwnerId();
  const result = useQuery({ ...venuesQuery(ownerId ?? ''), enabled: ownerId !== null });
  const { data, isLoading, isFetching, isError, refetch } = result;
  const venues = data ?? noVenues;
  return {
    state: ownerId === null ? withoutOwner : loadState(result, { what: 'venues' }),
    venues,
    active:
      venues.find(({ id }) => id === addressedId) ??
      venues.find(({ id }) => id === chosenId) ??
      venues[0],
    isPending: isLoading,
    isLost: isError && data === undefined,
    isSettled: data !== undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** @param after the venues, where the venue is one of them */
export function useUnits(
  venueId: string | undefined,
  after: readonly LoadState<unknown>[] = [],
): {
  state: LoadState<readonly Unit[]>;
  units: readonly Unit[];
  isPending: boolean;
  isLost: boolean;
  /** True when the list is known and not being fetched again. */
  isSettled: boolean;
  retry: () => void;
} {
  const result = useQuery({ ...unitsQuery(venueId ?? ''), enabled: venueId !== undefined });
  const { data, isLoading, isFetching, isError, refetch } = result;
  return {
    state: loadState(result, { what: 'units', after }),
    units: data ?? noUnits,
    isPending: isLoading,
    isLost: isError && data === undefined,
    isSettled: data !== undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** @param venueId of the active venue; undefined while loading */
export function useActiveUnit(
  venueId: string | undefined,
  after: readonly LoadState<unknown>[] = [],
): ReturnType<typeof useUnits> & { active: Unit | undefined } {
  const { unitNumber: chosen } = useOwnerContext();
  const { unitNumber: addressed } = usePlace();
  const known = useUnits(venueId, after);
  const numbered = (number: number | null | undefined) =>
    known.units.find(({ unitNumber }) => unitNumber === number);
  return { ...known, active: numbered(addressed) ?? numbered(chosen) ?? known.units[0] };
}
