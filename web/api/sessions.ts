import { mutationOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type ListedSession = ResponseOf<Endpoints['listSessions']>[number];

/** The user's own sessions: this one, then the last used first. */
export const sessionsQuery = () => endpointQuery('listSessions', {});

export const endSessionMutation = mutationOptions({
  mutationFn: (id: string) => api.endSession({ params: { id } }),
});

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => api.endOtherSessions({}),
});
