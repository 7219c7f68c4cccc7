/** Row types of suppliers and deliveries. */
import type { Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface SuppliersTable {
  id: string;
  owner_id: string;
  name: string;
  /** Empty without an address for orders. */
  email: Generated<string>;
  /** Days from one delivery to the next; null where that is not known. */
  delivery_days: Maybe<number>;
  /** Days from an order to its delivery. */
  lead_days: Generated<number>;
  created_at: Time;
}

export interface DeliveriesTable {
  venue_id: string;
  id: string;
  key: string;
  /** Name at that time. */
  supplier: string;
  store_id: string;
  at: Time;
  /** Null for a program. */
  received_by: Maybe<string>;
  undone_at: MaybeTime;
  /** Order that it was received of. */
  order_id: Maybe<string>;
  /** Stored photo of its invoice. */
  invoice_key: Maybe<string>;
}

export interface DeliveryLinesTable {
  venue_id: string;
  delivery_id: string;
  ingredient_id: string;
  bottles: number;
  bottle_ml: number;
  /** Of a bottle, with the time of the cost that it made; null where none was entered. */
  cents: Maybe<number>;
  cost_from: MaybeTime;
}
