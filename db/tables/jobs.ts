/** Row types of background jobs. */
import type { ColumnType, Generated } from 'kysely';
import type { Maybe, MaybeTime, Time } from './column-types.ts';

/** A process that runs jobs. */
export interface JobWorkersTable {
  id: string;
  seen_at: Time;
}

/** Table of an earlier release, which is empty; inserted rows are queued instead. */
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

/** One row: when a process was up last, and the last outage of all of them. */
export interface ServerUptimeTable {
  is_only: Generated<boolean>;
  up_at: Time;
  outage_from: MaybeTime;
  outage_until: MaybeTime;
}
