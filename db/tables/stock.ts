/** Row types of the stock ledger, of times without an ingredient, and of planned refills. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface StockMovementsTable {
  venue_id: string;
  id: string;
  at: Time;
  /** Null for the storeroom. */
  unit_id: Maybe<string>;
  position: Maybe<number>;
  ingredient_id: string;
  kind:
    | 'loaded'
    | 'refilled'
    | 'removed'
    | 'moved'
    | 'counted'
    | 'delivered'
    | 'discarded'
    | 'adjusted'
    | 'found';
  ml: number;
  bottles: Maybe<number>;
  level_before_ml: number;
  level_after_ml: number;
  cost_cents: Maybe<number>;
  note: Generated<string>;
  /** Null for a unit. */
  actor_id: Maybe<string>;
  /** In the change log; of a position, the order of its movements and sales. Null for the storeroom. */
  number: Maybe<number>;
  /** Of the request that refilled the position or discarded from it. */
  key: Maybe<string>;
}

/** A time in which all places of an ingredient in a unit held less than a serving. */
export interface StockOutsTable {
  venue_id: string;
  unit_id: string;
  ingredient_id: string;
  from_at: Time;
  /** Null while it lasts. */
  until_at: MaybeTime;
}

/** Time of day at which the units of a venue are refilled. */
export interface RefillPlansTable {
  venue_id: string;
  /** After midnight. */
  at_minutes: number;
}
