/** Row type of the audit log. */
import type { ColumnType, Generated } from 'kysely';
import type { Json, Maybe, MaybeTime, Time } from './column-types.ts';

export interface AuditTable {
  id: string;
  at: Time;
  actor_id: Maybe<string>;
  actor_name: string;
  actor_email: Maybe<string>;
  /** Role of a member of the owner's staff. */
  actor_role: Maybe<string>;
  on_behalf_of: Maybe<string>;
  address: string;
  action: string;
  target: string;
  result: string;
  old_value: Json;
  new_value: Json;
}

// Row type of the change log.

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

// Row types of background jobs.

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
