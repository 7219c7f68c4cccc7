/** Health of the units of the active venue. */
import { useQuery } from '@tanstack/react-query';
import { healthQuery, type VenueHealth } from '../../api/unit-health.ts';
import { errorMessage } from '../../api/api-error.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { useNow } from '../../ui/now.ts';

/** Older states are shown as not up to date. */
const staleMs = 3 * 60_000;

export interface ShownHealth {
  readonly health: VenueHealth | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Of the states, at most a minute before now. */
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
  /** Why the states are more than three minutes old; null while they are not. */
  readonly problem: string | null;
}

export function useHealth(): ShownHealth {
  const { active } = useVenues();
  const { timezone } = guessedTimezone();
  const { data, error, refetch } = useQuery({
    ...healthQuery(active?.id ?? '', timezone),
    enabled: active !== undefined,
  });
  const asOfMs = data ? Date.parse(data.asOf) : 0;
  const nowMs = Math.max(useNow(), asOfMs);
  const isStale = data !== undefined && nowMs - asOfMs > staleMs;
  return {
    health: data,
    error: data ? null : error,
    retry: () => void refetch(),
    nowMs,
    timezone: data?.timezone ?? timezone,
    problem: isStale && error ? errorMessage(error) : null,
  };
}
