/** Row types of restock notices and queued messages. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface RestockNoticesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  ingredient_id: string;
  /** Remaining percentage at detection. */
  percent: number;
  noticed_at: Time;
  resolved_at: MaybeTime;
}

export interface MessagesTable {
  id: string;
  /** Of the notice. */
  venue_id: Maybe<string>;
  notice_id: Maybe<string>;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: Generated<string>;
  body: string;
  attachment_name: Maybe<string>;
  attachment: Maybe<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  attempts: Generated<number>;
  last_error: Maybe<string>;
  created_at: Time;
  sent_at: MaybeTime;
}
