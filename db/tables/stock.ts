/** Row type of the stock ledger. */
import type { Generated } from 'kysely';
import type { Maybe, Time } from './column-types.ts';

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
}
