/** Access tokens of an owner. */
import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';
import { acting } from './people.ts';

export type AccessToken = EndpointResponse<'listTokens'>[number];

export const tokensQuery = (ownerId: string | null) =>
  endpointQuery('listTokens', { query: acting(ownerId) });

/** The token is in no other response. */
export const createTokenMutation = (ownerId: string | null) =>
  mutationOptions({
    mutationFn: (body: EndpointInput<'createToken'>['body']) =>
      api.createToken({ query: acting(ownerId), body }),
    onSuccess: () => invalidate('listTokens'),
  });

export async function revokeToken(ownerId: string | null, id: string): Promise<void> {
  await api.revokeToken({ params: { id }, query: acting(ownerId) });
  await invalidate('listTokens');
}
