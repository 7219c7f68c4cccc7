import { QueryClient } from '@tanstack/react-query';

/**
 * What was read is shown again at once. Nothing is asked for a second time behind the user's back: a failure is told, with
 * a way to try again, and a report changes when it is looked up.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0 },
    mutations: { retry: false },
  },
});
