import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

export interface JobCounts {
  /** Due and not leased. */
  due: number;
  /** Leased. */
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

export async function countJobs(db: Db, at: Date): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select
      count(*) filter (where done_at is null and run_at <= ${at} and (leased_until is null or leased_until <= ${at})) as due,
      count(*) filter (where done_at is null and leased_until > ${at} and leased_until < 'infinity') as running,
      count(*) filter (where done_at is null and run_at > ${at} and leased_until is distinct from 'infinity') as later,
      count(*) filter (where done_at is null and last_error is not null and leased_until is distinct from 'infinity') as retrying,
      count(*) filter (where done_at is null and leased_until = 'infinity') as parked,
      count(*) filter (where done_at is not null and last_error is not null) as failed
    from jobs
    where done_at is null or last_error is not null
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a count is a row');
  return counts;
}
