/** Row types of the sums of pours and drinks. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, StoredJson, Time } from './column-types.ts';
import type { Grain } from '../../rules/reports/rollup-cover.ts';

export interface PourSumsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  ingredient_id: string;
  position: number;
  pours: number;
  expected_ml: number;
  poured_ml: number;
  flow_ml: number;
  flow_ms: number;
  empty: number;
  blocked: number;
  timeouts: number;
  partials: number;
  cancelled: number;
}

export interface DrinkSumsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  /** Id of the drink on the menu; for a line without one, a hash of the venue and the name. */
  drink_key: string;
  is_double: boolean;
  /** Of the last of these sales. */
  name: string;
  glasses: number;
  poured_glasses: number;
  failed_glasses: number;
  comp_glasses: number;
  refunded_glasses: number;
  sales_cents: number;
  list_cents: number;
}

export interface SumsProgressTable {
  venue_id: string;
  unit_id: string;
  /** Number of the change log up to which the sums have it. */
  summed_to: number;
  /** Start of the first UTC day whose sales are summed; infinity for none, -infinity for all. */
  summed_from: Time;
  /** Start of the first UTC month without a sum; null for none with one. */
  months_to: MaybeTime;
  /** Value of summed_to for which the sums by month are right. */
  months_number: number | null;
  /** Start of the hours that a rebuild has reached, newest first; null while there is none. */
  rebuilt_from: MaybeTime;
}

// Row types of rollups.

export interface SalesRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  orders: number;
  price_cents: number;
  fee_cents: number;
  servings: number;
  duration_ms: number;
  timed_orders: number;
  sales_cents: number;
  tax_cents: number;
  tip_cents: number;
  refund_cents: number;
}

export interface DrinkRollupsTable {
  venue_id: string;
  grain: Grain;
  bucket: Time;
  unit_id: string;
  name: string;
  quantity: number;
  amount_cents: number;
}

// Row type of the verifications of venues.

export interface VenueVerificationsTable {
  venue_id: string;
  verify_at: Time;
  verified_at: MaybeTime;
  differences: Generated<number>;
  sentences: Generated<string[]>;
  /** Array of {startMs, endMs}, written as text. */
  spans: ColumnType<Record<string, unknown>, string | undefined, string>;
  earlier_than: MaybeTime;
  /** Start of time until it is looked at first. */
  certify_at: Generated<Date>;
  /** Number of the change log of each unit, by its id. */
  certified_to: ColumnType<Record<string, number>, string | undefined, string>;
}

// Row type of the certificates of nights.

export interface NightCertificatesTable {
  venue_id: string;
  day: string;
  version: number;
  made_at: Time;
  body: StoredJson;
  hash: Buffer;
  previous_hash: Maybe<Buffer>;
}
