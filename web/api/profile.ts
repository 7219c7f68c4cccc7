import { mutationOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';

export const updateProfileMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'updateProfile'>['body']) => api.updateProfile({ body }),
});

export const acceptNewEmailMutation = mutationOptions({
  mutationFn: (token: string) => api.acceptNewEmail({ body: { token } }),
});
