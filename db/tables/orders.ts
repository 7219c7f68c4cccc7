/** Row types of orders. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, NumbersByKey, Time } from './column-types.ts';

export interface OrdersTable {
  venue_id: string;
  id: string;
  unit_id: string;
  unit_number: number;
  sold_at: Time;
  received_at: Time;
  /** Sent by the unit; sold_at is the time of receipt then. */
  impossible_date: MaybeTime;
  entered_by: 'unit' | 'manual' | 'import';
  entered_by_account: Maybe<string>;
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents: Maybe<number>;
  duration_ms: Maybe<number>;
  payment_reader_device_name: Generated<string>;
  payment_id: Maybe<string>;
  /** Null without a payment, and where it is not known who took it. */
  payment_provider: Maybe<'stripe' | 'shift4' | 'demo'>;
  /** Last digits of the card; null where the unit sent none. */
  card_last4: Maybe<string>;
  idempotency_key: Maybe<string>;
  body_hash: Maybe<Buffer>;
  /** In the change log; null for imports and for orders of earlier releases. */
  number: Maybe<number>;
  /** Millilitres by position, as they were poured; null where stock was not managed. */
  deducted: NumbersByKey;
}

/** Idempotency keys of orders, until they end. */
export interface OrderReceiptsTable {
  venue_id: string;
  unit_id: string;
  idempotency_key: string;
  order_id: string;
  body_hash: Buffer;
  /** Null for an imported sale, whose key does not end. */
  received_at: MaybeTime;
}

export interface OrderedDrinksTable {
  venue_id: string;
  order_id: string;
  drink_index: number;
  id: string;
  drink_id: Maybe<string>;
  name: string;
  ingredient_ids: string[];
  ingredient_names: string[];
  /** Serving of a single, by ingredient; empty where not known. */
  serving_ml: Generated<number[]>;
  /** Price of each ingredient in one such drink; empty where not known. */
  ingredient_price_cents: Generated<number[]>;
  /** Price of one before the discount; null where not known. */
  list_price_cents: Maybe<number>;
  /** True for values as of the sale; false where they are not known or were filled in later. */
  snapshot: Generated<boolean>;
  quantity: number;
  success_quantity: number;
  is_double: Generated<boolean>;
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents: Maybe<number>;
  /** When all glasses of the line were refunded. */
  refunded_at: MaybeTime;
  /** Glasses that were refunded one by one, with their tax and the tip; 0 where the line was refunded whole. */
  refunded_quantity: Generated<number>;
  refunded_tax_cents: Generated<number>;
  refunded_tip_cents: Generated<number>;
}

export interface PoursTable {
  venue_id: string;
  order_id: string;
  drink_index: number;
  pour_index: number;
  ingredient_id: string;
  position: number;
  ml: number;
  ms: number;
  outcome: 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';
}
