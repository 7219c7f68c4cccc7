/** Business days of a venue, computed by the same rules as on the server. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NightRules } from '../../rules/nights/nights.ts';
import { parseStart } from '../../rules/nights/venue-clock.ts';
import { type FlagName, type FlagScope, flagsQuery } from '../api/flags.ts';
import { clockQuery, type VenueClockState } from '../api/nights.ts';
import { guessedTimezone } from '../components/timezone-choice.ts';
import { type LoadState, loadState } from '../ui/load-state.tsx';

export interface KnownNightRules {
  readonly state: LoadState<VenueClockState>;
  /** Null for a venue without a clock; undefined while it is not known. */
  readonly rules: NightRules | null | undefined;
  /** IANA name of the zone that is in force tonight; null without a clock. */
  readonly timezone: string | null;
  readonly isLost: boolean;
  readonly retry: () => void;
}

/** Rules of the response; null for a venue without a clock. */
export function nightRulesOf({ history, ends }: VenueClockState): NightRules | null {
  if (history.length === 0) return null;
  return {
    clocks: history.map(({ from, timezone, startsAt }) => ({
      fromDay: from,
      timezone,
      startsMinutes: parseStart(startsAt) ?? 0,
    })),
    ends: new Map(ends.map(({ day, endsAt }) => [day, Date.parse(endsAt)])),
  };
}

/** @param after the venues, where the venue is one of them */
export function useNightRules(
  venueId: string | undefined,
  after: readonly LoadState<unknown>[] = [],
): KnownNightRules {
  const result = useQuery({
    ...clockQuery(venueId ?? '', guessedTimezone().timezone),
    enabled: venueId !== undefined,
  });
  const { data, error, isFetching, refetch } = result;
  const rules = useMemo(() => data && nightRulesOf(data), [data]);
  return {
    state: loadState(result, { what: 'clock', after }),
    rules,
    timezone: data?.clock?.timezone ?? null,
    isLost: error !== null && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** Time zone of a venue; that of the browser without a clock and while it is not known. */
export const useVenueTimezone = (venueId: string | undefined): string =>
  useNightRules(venueId).timezone ?? guessedTimezone().timezone;

/** Returns true when the flag is on; false while it is loading or unavailable. */
export function useFlag(flag: FlagName, place: FlagScope): boolean {
  const { data } = useQuery(flagsQuery(place));
  return data?.[flag] ?? false;
}
