/** Job queue: each job is leased by one process at a time. */
import { type Selectable, sql } from 'kysely';
import type { JobsTable } from '../../db/tables/jobs.ts';
import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';

export interface LeasedJob extends Pick<
  Selectable<JobsTable>,
  'id' | 'kind' | 'payload' | 'attempts'
> {
  leased_until: Date;
}

export interface NewJob {
  kind: string;
  /** Idempotency key: a job is queued once per key. */
  key: string;
  payload: object;
  runAt: Date;
}

export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .insertInto('jobs')
    .values(
      jobs.map(({ kind, key, payload, runAt }) => ({
        id: newId(runAt),
        kind,
        key,
        payload: JSON.stringify(payload),
        run_at: runAt,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Moves a job of this key that is due later forward to `latest`. */
export async function bringForward(db: Db, key: string, latest: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: latest })
    .where('key', '=', key)
    .where('run_at', '>', latest)
    .execute();
}

/** Moves a job of this key that is due earlier back to `runAt`. */
export async function postponeJob(db: Db, key: string, runAt: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: runAt })
    .where('key', '=', key)
    .where('run_at', '<', runAt)
    .where('done_at', 'is', null)
    .execute();
}

/**
 * Leases up to `most` due jobs, oldest first; no other process gets them until the lease expires. Counts the attempt.
 * Jobs that a restore has parked are leased for ever.
 */
export async function leaseDueJobs(
  db: Db,
  at: Date,
  { leaseMs, most }: { leaseMs: number; most: number },
): Promise<LeasedJob[]> {
  const { rows } = await sql<LeasedJob>`
    update jobs set attempts = attempts + 1, leased_until = ${new Date(at.getTime() + leaseMs)}
    where id in (
      select id from jobs
      where done_at is null and run_at <= ${at} and (leased_until is null or leased_until <= ${at})
      order by run_at
      limit ${most}
      for update skip locked
    )
    returning id, kind, payload, attempts, leased_until
  `.execute(db);
  return rows;
}

/** Counts the jobs that a restore has parked. */
export async function countParkedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from jobs where leased_until = 'infinity' and done_at is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Does nothing when the lease has expired and another process holds the job. */
async function settle(
  db: Db,
  job: LeasedJob,
  outcome: { done_at?: Date; run_at?: Date; attempts?: number; last_error: string | null },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...outcome, leased_until: null })
    .where('id', '=', job.id)
    .where('leased_until', '=', job.leased_until)
    .execute();
}

/** @param error why it was given up; null on success */
export const finishJob = (db: Db, job: LeasedJob, at: Date, error: string | null): Promise<void> =>
  settle(db, job, { done_at: at, last_error: error });

export const retryJob = (db: Db, job: LeasedJob, runAt: Date, error: string): Promise<void> =>
  settle(db, job, { run_at: runAt, last_error: error });

/** Schedules the next run of a recurring job, and resets its attempts. */
export const repeatJob = (
  db: Db,
  job: LeasedJob,
  runAt: Date,
  error: string | null,
): Promise<void> => settle(db, job, { run_at: runAt, attempts: 0, last_error: error });

export async function deleteJobsDoneBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('done_at', '<', before).execute();
}
