import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, queryClient } from './endpoint-query.ts';

export const updateProfileMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'updateProfile'>['body']) => api.updateProfile({ body }),
});

export const acceptNewEmailMutation = mutationOptions({
  mutationFn: (token: string) => api.acceptNewEmail({ body: { token } }),
});

export type ListedSession = EndpointResponse<'listSessions'>[number];

/** The user's own sessions: this one, then the last used first. */
export const sessionsQuery = () => endpointQuery('listSessions', {});

export const endSessionMutation = mutationOptions({
  mutationFn: (id: string) => api.endSession({ params: { id } }),
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => api.endOtherSessions({}),
});

/** Whether the user's own account has a second factor. */
export const secondFactorQuery = () => endpointQuery('getSecondFactor', {});

/** Reads everything again: without a second factor, it may have been refused. */
export const secondFactorsChanged = (): Promise<void> => queryClient.invalidateQueries();

export const startTotpMutation = mutationOptions({
  mutationFn: (password: string) => api.startTotp({ body: { password } }),
});

export const confirmTotpMutation = mutationOptions({
  mutationFn: (code: string) => api.confirmTotp({ body: { code } }),
});

export const removeTotpMutation = mutationOptions({
  mutationFn: (password: string) => api.removeTotp({ body: { password } }),
});

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
