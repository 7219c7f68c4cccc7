/** Row type of the change log. */
import type { Json, Maybe, Time } from './column-types.ts';

export interface ChangesTable {
  venue_id: string;
  unit_id: string;
  /** From 1, without gaps, in the order of the commits. */
  number: number;
  at: Time;
  kind:
    | 'sale'
    | 'correction'
    | 'refund_requested'
    | 'refund_settled'
    | 'refund_failed'
    | 'refund_returned'
    | 'case'
    | 'stock'
    | 'menu'
    | 'refused';
  order_id: Maybe<string>;
  drink_index: Maybe<number>;
  /** What it was made from: soldAt of a correction. */
  detail: Json;
}
