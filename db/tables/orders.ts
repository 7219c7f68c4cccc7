/** Row types of orders. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, Maybe, MaybeTime, NumbersByKey, Time } from './column-types.ts';

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
  /** Null for a sale that is not imported, and for one of an earlier release. */
  import_id: Maybe<string>;
}

/** Imports of past sales. */
export interface ImportsTable {
  venue_id: string;
  id: string;
  unit_id: string;
  file_name: string;
  state: 'running' | 'done' | 'stopped' | 'taking back' | 'taken back';
  started_at: Time;
  /** When the process was at work last. */
  seen_at: Time;
  ended_at: MaybeTime;
  /** Null for the command. */
  started_by: Maybe<string>;
  stored: Generated<number>;
  /** Of the stored ones. */
  refunded: Generated<number>;
  already_there: Generated<number>;
  left_out: Generated<number>;
  rejected: Generated<number>;
  /** Of the stored ones, before tax and tips, without refunded ones. */
  amount_cents: Generated<number>;
  error: Maybe<string>;
  /** Of the file; null for imports of earlier releases. */
  bytes: Maybe<number>;
  bytes_read: Generated<number>;
  /** Sales deleted so far. */
  taken_back: Generated<number>;
  /** Names of the columns of the file; null for imports of earlier releases. */
  columns: Maybe<string[]>;
}

/** Lines of an imported file that were rejected. */
export interface RejectedLinesTable {
  venue_id: string;
  import_id: string;
  /** Number in the file, from 1. */
  line: number;
  reason: string;
  cells: string[];
}

export interface ImportMappingsTable {
  venue_id: string;
  /** SHA-256 of the names of the columns. */
  header_hash: Buffer;
  choices: ColumnType<Record<string, unknown>, string, string>;
  used_at: Time;
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

// Row type of refused sales.

export interface RefusedSalesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  first_at: Time;
  last_at: Time;
  /** Number of times that the unit sent it. */
  times: Generated<number>;
  status: number;
  /** Field that was wrong; empty where the order as a whole was. */
  field: string;
  message: string;
  idempotency_key: Maybe<string>;
  /** As it was received; null if it is larger than 16 kB. */
  body: Json;
  body_hash: Buffer;
  state: Generated<'open' | 'taken' | 'dismissed'>;
  order_id: Maybe<string>;
  settled_by: Maybe<string>;
  settled_at: MaybeTime;
}

// Row type of a refund.

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

// Row types of cases: drinks that were paid for and not poured.

export interface PourCasesTable {
  venue_id: string;
  id: string;
  /** First case of the same unit, cause and position, each less than an hour after the one before. */
  group_id: string;
  order_id: string;
  drink_index: number;
  unit_id: string;
  sold_at: Time;
  opened_at: Time;
  failed_glasses: number;
  owed_cents: number;
  /** Of a refund of the drink, which may be more than was owed. */
  refunded_cents: Generated<number>;
  cause: 'empty' | 'blocked' | 'timeout' | 'partial' | 'cancelled' | 'power' | 'unknown';
  position: Maybe<number>;
  ingredient_id: Maybe<string>;
  state: Generated<'open' | 'refunding' | 'resolved'>;
  resolution: Maybe<'refunded' | 'remade' | 'meter' | 'kept' | 'declined'>;
  /** When an automatic refund was requested; null for cases that people settle. */
  automatic_at: MaybeTime;
  /** When it was not refunded automatically because of the cap of the night. */
  capped_at: MaybeTime;
  note: Generated<string>;
  /** Who refunds or has settled it; null where that is not known. */
  settled_by: Maybe<string>;
  settled_at: MaybeTime;
}

/** Automatic refunds of a venue; a venue without a row has none. */
export interface RefundPoliciesTable {
  venue_id: string;
  policy: 'off' | 'nothing_poured' | 'any_failure';
  delay_minutes: number;
  /** Most that is refunded automatically in a night. */
  cap_cents: number;
}
