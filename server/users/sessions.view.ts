import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import type { ListedSession } from './sessions.queries.ts';

export function sessionView(
  { id, network, user_agent, created_at, last_used_at, expires_at }: ListedSession,
  currentId: string,
): ResponseOf<Endpoints['listSessions']>[number] {
  return {
    id,
    device: user_agent === null ? null : deviceName(user_agent),
    network,
    startedAt: created_at.toISOString(),
    lastUsedAt: (last_used_at ?? created_at).toISOString(),
    expiresAt: expires_at.toISOString(),
    isCurrent: id === currentId,
  };
}
