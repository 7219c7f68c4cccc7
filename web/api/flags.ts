import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { queryClient } from './query-client.ts';

export type Flags = ResponseOf<Endpoints['getFlags']>['flags'];
export type FlagName = keyof Flags;

/** A venue by its id, or a unit by its number; names are not unique. */
export interface FlagScope {
  readonly kind: 'venue' | 'unit';
  readonly key: string;
}

const flagsOf = ({ flags }: ResponseOf<Endpoints['getFlags']>): Flags => flags;

export const flagsQuery = ({ kind, key }: FlagScope) =>
  queryOptions({
    ...endpointQuery('getFlags', { query: { kind, key } }),
    select: flagsOf,
    enabled: key !== '',
    staleTime: 30_000,
  });

export async function setFlag(place: FlagScope, flag: FlagName, enabled: boolean): Promise<void> {
  const response = await api.setFlag({ body: { ...place, flag, enabled } });
  queryClient.setQueryData(flagsQuery(place).queryKey, response);
}
