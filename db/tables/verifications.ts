/** Row type of the verifications of venues. */
import type { ColumnType, Generated } from 'kysely';
import type { MaybeTime, Time } from './column-types.ts';

export interface VenueVerificationsTable {
  venue_id: string;
  verify_at: Time;
  verified_at: MaybeTime;
  differences: Generated<number>;
  sentences: Generated<string[]>;
  /** Array of {startMs, endMs}, written as text. */
  spans: ColumnType<Record<string, unknown>, string | undefined, string>;
  earlier_than: MaybeTime;
}
