import { mutationOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';

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

export const renewSession = () => api.renewSession({});

export const logout = () => api.logout({});
