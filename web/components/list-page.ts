import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { type LoadState, loadState } from '../ui/load-state.tsx';

/** Parses the page number of a URL, from 1; invalid values give page 1. */
export function readPage(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** Key of the bar below a table. It remounts the bar with the loaded rows, so that it causes no layout shift. */
export const footKey = (status: string): 'loading' | 'ready' =>
  status === 'loading' ? 'loading' : 'ready';

/**
 * State of one page of a list, as the table and the bar below it show it.
 * @param what name of the list: `owners`
 * @param after what the list waits for
 */
export function useListPage<Response, Data, Key extends QueryKey>(
  query: UseQueryOptions<Response, Error, Data, Key>,
  what: string,
  after: readonly LoadState<unknown>[] = [],
) {
  const result = useQuery(query);
  const { data, isPending, isFetching, ...known } = result;
  const { dataUpdatedAt, error, isPlaceholderData, refetch } = known;
  const status = isPending ? 'loading' : isFetching ? 'refreshing' : 'ready';
  return {
    state: loadState(result, { what, after }),
    data,
    dataUpdatedAt,
    error,
    isPlaceholderData,
    refetch,
    status,
    footKey: footKey(status),
  } as const;
}
