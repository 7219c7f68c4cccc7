/** Row types of orders of stock, and of what is to be ordered. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface IngredientSuppliesTable {
  venue_id: string;
  ingredient_id: string;
  /** Null, or one that was deleted, where none is chosen. */
  supplier_id: Maybe<string>;
  /** Bottles to have after a delivery. */
  par: Maybe<number>;
  /** Null where it is as in the units. */
  bottle_ml: Maybe<number>;
  /** Null where it is that of the cost. */
  case_size: Maybe<number>;
}

export interface StockOrdersTable {
  venue_id: string;
  id: string;
  key: string;
  /** Name at that time. */
  supplier: string;
  /** Null where it was not mailed. */
  mailed_to: Maybe<string>;
  ordered_at: Time;
  /** Null for a program. */
  ordered_by: Maybe<string>;
  received_at: MaybeTime;
  cancelled_at: MaybeTime;
}

export interface StockOrderLinesTable {
  venue_id: string;
  order_id: string;
  ingredient_id: string;
  bottles: number;
  bottle_ml: number;
  case_size: number;
  /** Bottles that have come. */
  received: Generated<number>;
}
