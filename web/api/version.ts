import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => call('getVersion', { signal }),
});
