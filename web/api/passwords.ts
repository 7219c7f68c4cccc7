import { mutationOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';

export const requestPasswordResetMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'requestPasswordReset'>['body']) =>
    api.requestPasswordReset({ body }),
});

export const resetPasswordMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'resetPassword'>['body']) => api.resetPassword({ body }),
});

export const changePasswordMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'changePassword'>['body']) => api.changePassword({ body }),
});
