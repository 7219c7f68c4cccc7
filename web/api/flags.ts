import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/call.ts';
import type { Calls } from '../../contract/calls.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export type Flags = AnswerOf<Calls['getFlags']>['flags'];
export type FlagName = keyof Flags;

/** Flags of a venue go by its name, those of a unit by its number. */
export interface FlagPlace {
  readonly kind: 'venue' | 'unit';
  readonly key: string;
}

export const flagsQuery = ({ kind, key }: FlagPlace) =>
  queryOptions({
    queryKey: ['flags', kind, key],
    queryFn: async ({ signal }) => (await call('getFlags', { query: { kind, key }, signal })).flags,
    enabled: key !== '',
    staleTime: 30_000,
  });

export async function switchFlag(
  place: FlagPlace,
  flag: FlagName,
  enabled: boolean,
): Promise<void> {
  const { flags } = await call('setFlag', { body: { ...place, flag, enabled } });
  queryClient.setQueryData(flagsQuery(place).queryKey, flags);
}
