/** Row types of wall displays. */
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface WallsTable {
  id: string;
  venue_id: string;
  label: string;
  hide_money: boolean;
  key_hash: Buffer;
  created_at: Time;
  created_by: Maybe<string>;
  /** To the minute. */
  last_seen_at: MaybeTime;
  revoked_at: MaybeTime;
}
