/** Row type of a queued job. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

export interface JobsTable {
  id: string;
  kind: string;
  key: Maybe<string>;
  payload: ColumnType<Record<string, unknown>, string, never>;
  run_at: Time;
  attempts: Generated<number>;
  leased_until: MaybeTime;
  done_at: MaybeTime;
  last_error: Maybe<string>;
}
