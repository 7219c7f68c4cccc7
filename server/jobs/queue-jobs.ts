import type { Db } from '../../db/tables/tables.ts';
import type { JobKind, JobPayload } from './job-payloads.ts';
import { insertJobs } from './jobs.queries.ts';

export type NewJob = {
  [Kind in JobKind]: {
    kind: Kind;
    /** Idempotency key: while a job of this key is queued, another is ignored. */
    key: string;
    payload: JobPayload<Kind>;
    /** Time until it is due; 0 by default. */
    afterMs?: number;
  };
}[JobKind];

/** Queues jobs in the transaction of the change that they belong to. */
export const queueJobs = (db: Db, jobs: readonly NewJob[]): Promise<void> =>
  insertJobs(
    db,
    jobs.map((job) => ({ afterMs: 0, ...job })),
  );
