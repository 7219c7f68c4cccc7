/** The queue: what is to be done, once each, by whichever process comes first. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobsTable } from '../../db/tables/outbox-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';

export interface LeasedJob extends Pick<
  Selectable<JobsTable>,
  'id' | 'kind' | 'payload' | 'attempts'
> {
  leased_until: Date;
}

export interface NewJob {
  kind: string;
  /** The same key is the same job, however often it is added. */
  key: string;
  payload: object;
  runAt: Date;
}

export async function insertJobs(db: Kysely<Tables>, jobs: readonly NewJob[]): Promise<void> {
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

/** A job of this key that is due later than that is due then. */
export async function bringForward(db: Kysely<Tables>, key: string, latest: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: latest })
    .where('key', '=', key)
    .where('run_at', '>', latest)
    .execute();
}

/** Takes up to `most` jobs that are due, oldest first; nobody else gets them until the lease runs out. Counts the try. */
export async function leaseDueJobs(
  db: Kysely<Tables>,
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

/** Does nothing when the lease has run out and somebody else holds the job by now. */
async function settle(
  db: Kysely<Tables>,
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

/** @param error why it was given up; null when it was done */
export const finishJob = (
  db: Kysely<Tables>,
  job: LeasedJob,
  at: Date,
  error: string | null,
): Promise<void> => settle(db, job, { done_at: at, last_error: error });

export const retryJob = (
  db: Kysely<Tables>,
  job: LeasedJob,
  runAt: Date,
  error: string,
): Promise<void> => settle(db, job, { run_at: runAt, last_error: error });

/** For what is done over and over: the next time, with tries counted anew. */
export const repeatJob = (
  db: Kysely<Tables>,
  job: LeasedJob,
  runAt: Date,
  error: string | null,
): Promise<void> => settle(db, job, { run_at: runAt, attempts: 0, last_error: error });

export async function deleteJobsDoneBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('done_at', '<', before).execute();
}
