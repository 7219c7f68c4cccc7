import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => api.getVersion({ signal }),
});
