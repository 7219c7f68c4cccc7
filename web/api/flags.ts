import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import { endpointQuery, queryClient } from './endpoint-query.ts';

export type Flags = EndpointResponse<'getFlags'>['flags'];
export type FlagName = keyof Flags;

/** A venue by its id, or a unit by its number; names are not unique. */
export interface FlagScope {
  readonly kind: 'venue' | 'unit';
  readonly key: string;
}

const flagsOf = ({ flags }: EndpointResponse<'getFlags'>): Flags => flags;

export const flagsQuery = ({ kind, key }: FlagScope) =>
  queryOptions({
    ...endpointQuery('getFlags', { query: { kind, key } }),
    select: flagsOf,
    enabled: key !== '',
    staleTime: 30_000,
  });

/** @param expected state as the user saw it; rejected with 409 when it is another one by now */
export async function setFlag(
  place: FlagScope,
  flag: FlagName,
  enabled: boolean,
  expected?: boolean,
): Promise<void> {
  const { queryKey } = flagsQuery(place);
  try {
    const body = { ...place, flag, enabled, ...(expected !== undefined && { expected }) };
    queryClient.setQueryData(queryKey, await api.setFlag({ body }));
  } catch (error) {
    if (isConflict(error)) await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}
