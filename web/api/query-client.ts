import { QueryClient } from '@tanstack/react-query';

/**
 * Cached data is shown immediately. There are no automatic retries or background refetches: an error is shown with a
 * retry button, and a report changes only on lookup.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0 },
    mutations: { retry: false },
  },
});
