import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/call.ts';
import type { Calls } from '../../contract/calls.ts';
import { call } from './client.ts';
import type { CallInput } from './endpoint-input.ts';

export type Owner = AnswerOf<Calls['listOwners']>['owners'][number];

export const ownersPageSize = 10;

/** @param page from 1; the page before stays while the next is fetched */
export const ownersQuery = (page: number) =>
  queryOptions({
    queryKey: ['owners', page],
    queryFn: ({ signal }) =>
      call('listOwners', {
        query: { pagination: { current: page, size: ownersPageSize } },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const ownerQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', id],
    queryFn: ({ signal }) => call('getOwner', { params: { id }, signal }),
  });

export const updateOwnerMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: CallInput<'updateOwner'>['body']) =>
      call('updateOwner', { params: { id }, body }),
  });
