/** Row types of what was charged before. */
import type { Maybe, Time } from './column-types.ts';

/** Price of a drink, or of an ingredient, in a unit until a moment. */
export interface FormerPricesTable {
  venue_id: string;
  unit_id: string;
  item_id: string;
  until_at: Time;
  price_cents: number;
  double_price_cents: Maybe<number>;
}

/** Tax percentage of a venue, or discount of a unit as a fraction, until a moment. */
export interface FormerRatesTable {
  venue_id: string;
  /** The venue or the unit. */
  subject_id: string;
  until_at: Time;
  rate: number;
}
