/** Row type of cases: drinks that were paid for and not poured. */
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
  note: Generated<string>;
  /** Who refunds or has settled it; null where that is not known. */
  settled_by: Maybe<string>;
  settled_at: MaybeTime;
}
