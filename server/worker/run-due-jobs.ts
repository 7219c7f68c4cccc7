import { messageOf } from '../../db/start-error.ts';
import { jobKinds, type JobDeps } from './job-kinds.ts';
import {
  bringForward,
  finishJob,
  insertJobs,
  leaseDueJobs,
  repeatJob,
  retryJob,
  type LeasedJob,
} from '../jobs/jobs.queries.ts';

/** Longer than any job takes: when the lease expires, its holder has died. */
const leaseMs = 60_000;
const mostAtOnce = 10;
const mostTries = 8;
const firstPauseMs = 10_000;

export type Warn = (message: string) => void;

/** Runs due jobs, several in parallel, and returns their number. Safe to run in any number of processes. */
export async function runDueJobs(deps: JobDeps, warn: Warn = () => {}): Promise<number> {
  const jobs = await leaseDueJobs(deps.db, deps.now(), { leaseMs, most: mostAtOnce });
  await Promise.all(jobs.map((job) => runJob(deps, job, warn)));
  return jobs.length;
}

/**
 * Queues the recurring jobs; leaves queued ones unchanged, unless the clock has been set back since: they would then
 * wait too long.
 */
export async function queueSchedules({ db, now }: Pick<JobDeps, 'db' | 'now'>): Promise<void> {
  const at = now();
  const schedules = [...jobKinds].flatMap(([kind, { everyMs }]) =>
    everyMs === undefined ? [] : [{ kind, latest: new Date(at.getTime() + everyMs) }],
  );
  await insertJobs(
    db,
    schedules.map(({ kind }) => ({ kind, key: kind, payload: {}, runAt: at })),
  );
  for (const { kind, latest } of schedules) await bringForward(db, kind, latest);
}

async function runJob(deps: JobDeps, job: LeasedJob, warn: Warn): Promise<void> {
  const { db, now } = deps;
  const kind = jobKinds.get(job.kind);
  const isLastTry = job.attempts >= mostTries;
  let error: string | null = null;
  try {
    if (!kind) throw new Error(`Unknown kind of job: ${job.kind}`);
    await kind.run(deps, job.payload, { isLastTry });
  } catch (thrown) {
    error = messageOf(thrown).slice(0, 500);
    warn(`The job '${job.kind}' failed at attempt ${job.attempts} of ${mostTries}: ${error}`);
  }
  const later = (ms: number): Date => new Date(now().getTime() + ms);
  if (error !== null && !isLastTry) return retryJob(db, job, later(pauseMs(job.attempts)), error);
  if (kind?.everyMs !== undefined) return repeatJob(db, job, later(kind.everyMs), error);
  return finishJob(db, job, now(), error);
}

/**
 * Retry with exponential backoff: 10 seconds after the first attempt, then four times as long each; the eighth is made
 * after about fifteen hours.
 */
const pauseMs = (attempts: number): number => firstPauseMs * 4 ** (attempts - 1);
