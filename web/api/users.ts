import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery } from './endpoint-query.ts';

export const loginMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'login'>['body']) => api.login({ body }),
});

export const verifySecondFactorMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'verifySecondFactor'>['body']) =>
    api.verifySecondFactor({ body }),
});

export const registerMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'register'>['body']) => api.register({ body }),
});

/** Whether the installation has no account yet. */
export const firstRunQuery = queryOptions({
  ...endpointQuery('getFirstRun', {}),
  staleTime: Infinity,
});

export const createFirstAccountMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'createFirstAccount'>['body']) =>
    api.createFirstAccount({ body }),
});

export const renewSession = () => api.renewSession({});

export const logout = () => api.logout({});
