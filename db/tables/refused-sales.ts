/** Row type of refused sales. */
import type { Generated } from 'kysely';
import type { Json, Maybe, MaybeTime, Time } from './column-types.ts';

export interface RefusedSalesTable {
  venue_id: string;
  id: string;
  unit_id: string;
  first_at: Time;
  last_at: Time;
  /** Number of times that the unit sent it. */
  times: Generated<number>;
  status: number;
  /** Field that was wrong; empty where the order as a whole was. */
  field: string;
  message: string;
  idempotency_key: Maybe<string>;
  /** As it was received; null if it is larger than 16 kB. */
  body: Json;
  body_hash: Buffer;
  state: Generated<'open' | 'taken' | 'dismissed'>;
  order_id: Maybe<string>;
  settled_by: Maybe<string>;
  settled_at: MaybeTime;
}
