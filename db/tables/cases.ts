/** Row types of cases: drinks that were paid for and not poured. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

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
  policy: 'off' | 'nothing_poured';
  delay_minutes: number;
  /** Most that is refunded automatically in a night. */
  cap_cents: number;
}
