// Test helpers: reads the job queue, and runs its jobs by the clock of the app.
import { EventEmitter } from 'node:events';
import { runOnce, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { silentLogger } from '../../db/job-queue.ts';
import type { Db } from '../../db/tables/tables.ts';
import { type JobDeps, recurringJobs } from '../worker/job-kinds.ts';
import { allJobKinds } from '../jobs/job-payloads.ts';
import { queueRecurring } from '../jobs/jobs.queries.ts';
import { delayRetries, tasksOf, type Warn } from '../worker/worker.ts';
import type { TestApp } from './app.ts';

export interface QueuedJob {
  id: string;
  kind: string;
  key: string | null;
  payload: any;
  /** Infinity for a parked job. */
  run_at: Date | number;
  /** When it was queued, or its time was last changed. */
  updated_at: Date;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  locked_by: string | null;
}

/** Queued jobs, and those that were given up, by kind. */
export async function queuedJobs(db: Db): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select job.id::text, task_identifier as kind, job.key, payload, job.run_at, job.updated_at, job.attempts,
      job.max_attempts, job.last_error, job.locked_by
    from graphile_worker.jobs as job join graphile_worker._private_jobs as stored on stored.id = job.id
    order by task_identifier, job.id
  `.execute(db);
  return rows;
}

export const emptyQueue = async (db: Db): Promise<void> =>
  void (await sql`delete from graphile_worker._private_jobs`.execute(db));

export const queueSchedules = (db: Db): Promise<void> => queueRecurring(db, recurringJobs);

/**
 * Time of the app at which a job is due. What was queued twice at once has the time of one transaction in `updated_at`
 * and of the other in `run_at`, which may be later: it is due from the start.
 */
export function dueAt(app: TestApp, { run_at, updated_at }: QueuedJob): Date {
  const dueMs = Number(run_at);
  if (dueMs <= Date.now()) return app.clockAt(new Date(dueMs));
  return new Date(app.clockAt(updated_at).getTime() + dueMs - updated_at.getTime());
}

type Times = Map<string, { updatedAt: number; dueMs: number }>;
const known = new WeakMap<TestApp, Times>();

/** Makes the jobs due by the clock of the database that are due by the one of the app, and no others. */
async function setClockOfQueue(app: TestApp): Promise<void> {
  const times: Times = known.get(app) ?? new Map();
  known.set(app, times);
  const due: string[] = [];
  const others: string[] = [];
  for (const job of await queuedJobs(app.db)) {
    if (job.run_at === Infinity || job.attempts >= job.max_attempts) continue;
    const updatedAt = job.updated_at.getTime();
    if (times.get(job.id)?.updatedAt !== updatedAt) {
      times.set(job.id, { updatedAt, dueMs: dueAt(app, job).getTime() });
    }
    const isDue = (times.get(job.id)?.dueMs ?? 0) <= app.deps.now().getTime();
    (isDue ? due : others).push(job.id);
  }
  await sql`
    update graphile_worker._private_jobs
    set run_at = case when id = any(${due}::bigint[]) then now() - interval '1 hour' else now() + interval '1 year' end
    where id = any(${[...due, ...others]}::bigint[]) and locked_at is null
  `.execute(app.db);
}

interface RunOptions {
  warn?: Warn;
  /** Jobs at the same time. */
  slots?: number;
}

/** Runs jobs until none is due by the clock of the app, and returns their number. */
export async function runDueJobs(
  app: TestApp,
  deps: JobDeps,
  options: RunOptions = {},
): Promise<number> {
  await setClockOfQueue(app);
  return runJobs(app, deps, options);
}

/** Runs jobs until none is due by the clock of the database, and returns their number. */
export async function runJobs(
  { queue }: TestApp,
  deps: JobDeps,
  { warn = () => undefined, slots = 4 }: RunOptions = {},
): Promise<number> {
  const events: WorkerEvents = new EventEmitter();
  const retriesAreStored = delayRetries(events, deps);
  let count = 0;
  events.on('job:start', () => (count += 1));
  await runOnce({
    pgPool: queue,
    events,
    concurrency: slots,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: silentLogger,
    taskList: tasksOf(deps, allJobKinds, warn),
  });
  await retriesAreStored();
  return count;
}
