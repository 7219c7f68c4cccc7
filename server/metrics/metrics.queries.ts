import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

export interface JobCounts {
  /** Due and not running. */
  due: number;
  /** Locked by a process, which may have died within the last minutes. */
  running: number;
  /** Scheduled for later, including retries. */
  later: number;
  /** Failed, waiting for a retry. */
  retrying: number;
  /** Of a restored backup, until they are released. */
  parked: number;
  /** Given up; deleted after a month. */
  failed: number;
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select
      count(*) filter (where is_waiting and run_at <= now()) as due,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where is_waiting and run_at > now() and run_at < 'infinity') as later,
      count(*) filter (where is_waiting and last_error is not null and run_at < 'infinity') as retrying,
      count(*) filter (where is_waiting and run_at = 'infinity') as parked,
      count(*) filter (where is_failed) as failed
    from graphile_worker.jobs
    cross join lateral (
      select
        locked_at is null and attempts < max_attempts as is_waiting,
        locked_at is null and attempts >= max_attempts as is_failed
    ) as state
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a count is a row');
  return counts;
}

export interface VerificationCounts {
  /** Venues of which everything agreed when they were compared last. */
  agreeing: number;
  differing: number;
}

export async function countVerifications(db: Db): Promise<VerificationCounts> {
  const { rows } = await sql<VerificationCounts>`
    select count(*) filter (where differences = 0) as agreeing, count(*) filter (where differences > 0) as differing
    from venue_verifications where verified_at is not null
  `.execute(db);
  return rows[0] ?? { agreeing: 0, differing: 0 };
}
