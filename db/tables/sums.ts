/** Row types of the sums of pours and drinks. */
import type { Time } from './column-types.ts';

export interface PourSumsTable {
  venue_id: string;
  grain: 'hour' | 'day';
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
  grain: 'hour' | 'day';
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
}
