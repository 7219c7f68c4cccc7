import { mutationOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { queryClient } from './query-client.ts';

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
