/** Row type of the verifications of venues. */
import type { ColumnType, Generated } from 'kysely';
import type { MaybeTime, Time } from './column-types.ts';

interface StoredSpan {
  startMs: number;
  endMs: number;
}

export interface VenueVerificationsTable {
  venue_id: string;
  verify_at: Time;
  verified_at: MaybeTime;
  differences: Generated<number>;
  sentences: Generated<string[]>;
  spans: ColumnType<StoredSpan[], string | undefined, string>;
  earlier_than: MaybeTime;
}
