import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { overviewQuery } from '../../api/venues.ts';
import type { Overview } from '../../api/venues.ts';

export interface ShownOverview {
  /** What is shown; while it is fetched again, and when that fails, what was known before. */
  readonly overview: Overview | undefined;
  readonly refreshing: boolean;
  /** Why the last look brought nothing. */
  readonly problem: string | undefined;
  /** When it was true, in epoch milliseconds; 0 before anything is known. */
  readonly asOfMs: number;
  readonly retry: () => void;
}

/** The overview of a venue, looked at again every half a minute. */
export function useOverview(venueId: string | undefined, timezone: string): ShownOverview {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...overviewQuery(venueId ?? '', timezone),
    enabled: venueId !== undefined,
  });
  return {
    overview: data,
    refreshing: isFetching && data !== undefined,
    problem: error ? errorMessage(error) : undefined,
    asOfMs: dataUpdatedAt,
    retry: () => void refetch(),
  };
}
