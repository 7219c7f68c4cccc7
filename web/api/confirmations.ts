import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export type Confirmation = EndpointResponse<'getConfirmation'>;

type Link = EndpointInput<'acceptConfirmation'>['body'];

/** Whose messages a link is about, by its token. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    ...endpointQuery('getConfirmation', { body: { token } }),
    staleTime: Infinity,
  });

export const acceptConfirmation = (body: Link) => api.acceptConfirmation({ body });

export const declineConfirmation = (body: Link) => api.declineConfirmation({ body });

/** Sends the link that confirms the user's own address again; the response contains the address. */
export const requestEmailConfirmation = () => api.requestEmailConfirmation({});
