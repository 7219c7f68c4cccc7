import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Owner = EndpointResponse<'listOwners'>['owners'][number];

export const ownersPageSize = 10;

/**
 * @param search text to search for; all owners without one
 * @param page from 1; the previous page stays visible while the next is fetched
 */
export const ownersQuery = (search: string, page: number) =>
  queryOptions({
    ...endpointQuery('listOwners', {
      query: {
        ...(search === '' ? {} : { search }),
        pagination: { current: page, size: ownersPageSize },
      },
    }),
    placeholderData: keepPreviousData,
  });

export const ownerQuery = (id: string) => endpointQuery('getOwner', { params: { id } });

export const updateOwnerMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: EndpointInput<'updateOwner'>['body']) =>
      api.updateOwner({ params: { id }, body }),
  });

export const inviteOwnerMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'inviteOwner'>['body']) => api.inviteOwner({ body }),
});

export const repeatOwnerInvitation = (id: string) => api.repeatOwnerInvitation({ params: { id } });

export const startActing = (body: EndpointInput<'startActing'>['body']) =>
  api.startActing({ body });

export const stopActing = (ownerId: string) => api.stopActing({ params: { ownerId } });
