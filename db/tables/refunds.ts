/** Row type of a refund. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface RefundsTable {
  venue_id: string;
  id: string;
  /** Ten digits, random: a sequence would repeat after a restore. */
  number: Generated<number>;
  order_id: string;
  drink_index: number;
  state: 'requested' | 'refunded' | 'failed';
  amount_cents: number;
  /** Null for the whole line. */
  glasses: Maybe<number>;
  /** Shares of these glasses; null for the whole line. */
  tax_cents: Maybe<number>;
  tip_cents: Maybe<number>;
  /** Glasses whose money went back: all or none; null until it is settled, and for the whole line. */
  returned_glasses: Maybe<number>;
  /** Number among the refunds of the line that have not failed; one of them has 0. */
  nth: Generated<number>;
  /**
   * cash: given back by hand, for a sale without a payment. unsent: recorded by an earlier version for a sale with a
   * payment, without a request to its provider.
   */
  provider: 'stripe' | 'shift4' | 'demo' | 'cash' | 'unsent';
  provider_reference: Maybe<string>;
  /** Failure reason, readable for venue staff. */
  error: Maybe<string>;
  /** Refunded payment, as named by the order at that time. */
  payment_id: Maybe<string>;
  requested_by: Maybe<string>;
  requested_from: Generated<string>;
  requested_at: Time;
  settled_at: MaybeTime;
  /** The process that has claimed it may send it until then. */
  claimed_until: MaybeTime;
  /** How often it was claimed. */
  attempts: Generated<number>;
}
