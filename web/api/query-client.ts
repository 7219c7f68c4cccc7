import { QueryClient } from '@tanstack/react-query';

/**
 * Cached data is shown immediately. There are no automatic retries or background refetches: an error is shown with a
 * retry button, and a report changes only on lookup. Without a network, requests fail at once: one that waited for it
 * would be sent later, also when it was cancelled meanwhile.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 0,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
