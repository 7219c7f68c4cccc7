/** Row types of webhooks and their deliveries. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface WebhooksTable {
  id: string;
  owner_id: string;
  url: string;
  events: string[];
  /** Null for all venues of the owner. */
  venue_ids: Maybe<string[]>;
  /** failed: turned off after three days without a delivery. */
  state: 'on' | 'off' | 'failed';
  secret_sealed: Buffer;
  /** Signs too until previous_until. */
  previous_secret_sealed: Maybe<Buffer>;
  previous_until: MaybeTime;
  /** Number of the change log of each unit, by its id, up to which deliveries are made. */
  numbers: ColumnType<Record<string, number>, string, string>;
  /** Up to when deliveries of alerts and nights are made. */
  seen_at: Time;
  /** Of the first failed attempt since the last delivery. */
  failing_since: MaybeTime;
  delivered_at: MaybeTime;
  created_at: Time;
  created_by: Maybe<string>;
}

export interface WebhookDeliveriesTable {
  webhook_id: string;
  id: string;
  owner_id: string;
  /** The same for each webhook, and when the event is sent again. */
  event_id: string;
  type: string;
  venue_id: string;
  unit_number: Maybe<number>;
  /** Of the change log of the unit; null for an event of the venue. */
  number: Maybe<number>;
  at: Time;
  body: string;
  state: Generated<'waiting' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  /** From when on it is sent. */
  first_at: Time;
  /** Of the next attempt, or when one that did not end counts as lost. */
  next_at: Time;
  attempted_at: MaybeTime;
  status: Maybe<number>;
  response: Maybe<string>;
  duration_ms: Maybe<number>;
  error: Maybe<string>;
  created_at: Time;
}
