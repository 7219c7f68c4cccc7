/** Row types of the recipients of messages and the tokens of links in messages. */
import type { Generated } from 'kysely';
import type { MaybeTime, Time } from './column-types.ts';

export interface RecipientsTable {
  account_id: string;
  channel: 'mail' | 'sms';
  /** A mail address in lower case, or a number in E.164. */
  address: string;
  state: Generated<'waiting' | 'confirmed' | 'declined'>;
  requested_at: MaybeTime;
  /** Set while the last request was not sent because of a limit. */
  held_back_at: MaybeTime;
  decided_at: MaybeTime;
}

export interface OneTimeTokensTable {
  hash: Buffer;
  purpose: 'confirmation' | 'password_reset' | 'email_change';
  /** Account for which the message was sent. */
  account_id: string;
  channel: 'mail' | 'sms';
  address: string;
  created_at: Time;
  expires_at: Time;
  used_at: MaybeTime;
}
