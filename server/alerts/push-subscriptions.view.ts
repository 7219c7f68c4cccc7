import type { Endpoints } from '../../contract/endpoints.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { PushSubscriptionRow } from '../recipients/push-subscriptions.queries.ts';

export const pushSubscriptionView = (
  { id, device, created_at, last_used_at, failed_at, session_id }: PushSubscriptionRow,
  sessionId: string,
): ResponseOf<Endpoints['createPushSubscription']> => ({
  id,
  device,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  failedAt: failed_at?.toISOString() ?? null,
  isCurrent: session_id === sessionId,
});
