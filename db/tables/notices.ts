/** Row types of restock notices and queued messages. */
import type { ColumnType, Generated } from 'kysely';
import type { PushDelivery } from '../../rules/alerts/push-text.ts';
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
  /** push: the recipient is the id of a push subscription. */
  channel: 'mail' | 'sms' | 'push';
  recipient: string;
  subject: Generated<string>;
  body: string;
  /** Beside the text of a mail. */
  html: Maybe<string>;
  /** Ends the subscription of a mail with one request. */
  unsubscribe_url: Maybe<string>;
  /** Paused when the recipient of its mail is refused for good. */
  subscription_id: Maybe<string>;
  attachment_name: Maybe<string>;
  attachment: Maybe<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'uncertain'>;
  attempts: Generated<number>;
  last_error: Maybe<string>;
  /** Account of a message that ends with a link. */
  account_id: Maybe<string>;
  /** The link is made when the message is sent. */
  link_purpose: Maybe<'confirmation' | 'password_reset' | 'email_change'>;
  /** Invitation whose link ends the message. */
  invitation_id: Maybe<string>;
  /** Reason why a message was never sent; its state is then failed. */
  held_because: Maybe<'unconfirmed' | 'declined' | 'limit' | 'repeated'>;
  /** Of a push message. */
  push: ColumnType<PushDelivery | null, string | null | undefined, never>;
  created_at: Time;
  sent_at: MaybeTime;
}
