import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { overviewQuery } from '../../api/venues.ts';
import type { Overview } from '../../api/venues.ts';

export interface ShownOverview {
  /** Latest overview; retained while refetching and after a failed refetch. */
  readonly overview: Overview | undefined;
  readonly refreshing: boolean;
  /** Error of the last fetch. */
  readonly problem: string | undefined;
  /** Time of the data, in epoch milliseconds; 0 before the first load. */
  readonly asOfMs: number;
  readonly retry: () => void;
}

/** Overview of a venue, polled every 30 seconds. */
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
