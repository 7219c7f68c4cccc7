import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isWebhookEvent } from '../../rules/webhooks/webhooks.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookView = (row: WebhookRow, now: Date): EndpointResponse<'updateWebhook'> => ({
  id: row.id,
  url: row.url,
  // Those of a later release are left out.
  events: row.events.filter(isWebhookEvent),
  venueIds: row.venue_ids,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  deliveredAt: isoOrNull(row.delivered_at),
  failingSince: isoOrNull(row.failing_since),
  previousSecretUntil:
    row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
});

export const deliveryView = (
  row: DeliveryRow,
): EndpointResponse<'listWebhookDeliveries'>['deliveries'][number] => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  venueId: row.venue_id,
  unitNumber: row.unit_number,
  number: row.number,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  attemptedAt: isoOrNull(row.attempted_at),
  nextAttemptAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
  status: row.status,
  response: row.response,
  durationMs: row.duration_ms,
  error: row.error,
});
