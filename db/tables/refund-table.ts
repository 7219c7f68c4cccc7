/** The row type of a refund. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface RefundsTable {
  venue_id: string;
  id: string;
  /** Ten digits; made by the database. */
  number: ColumnType<number, never, never>;
  order_id: string;
  drink_index: number;
  state: 'requested' | 'refunded' | 'failed';
  amount_cents: number;
  provider: 'stripe' | 'shift4' | 'embedded';
  provider_reference: Maybe<string>;
  /** Why it failed, in words for the people of the venue. */
  error: Maybe<string>;
  /** The payment it is given back of, as the order named it then. */
  payment_id: Maybe<string>;
  requested_by: Maybe<string>;
  requested_from: Generated<string>;
  requested_at: Time;
  settled_at: MaybeTime;
}
