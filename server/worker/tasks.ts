/** Jobs as tasks of graphile-worker. */
import type { JobHelpers, Task, TaskList, WorkerEvents } from 'graphile-worker';
import { messageOf } from '../../db/start-error.ts';
import { inLane } from '../../db/pool/lanes.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { type JobKind, mostAttempts } from '../jobs/job-payloads.ts';
import { delayRetry, repeatJob } from '../jobs/jobs.queries.ts';
import { type JobDeps, jobKinds, recurringJobs } from './job-kinds.ts';

export type Warn = (message: string) => void;

const firstPauseMs = 10_000;
const minuteMs = 60_000;
const longestReason = 500;

/** Runs `work` with the connections of jobs and access to every row. */
export const asJob = <T>(work: () => T): T => inLane('jobs', [], () => withoutTenant(work));

export const tasksOf = (deps: JobDeps, kinds: readonly JobKind[], warn: Warn): TaskList =>
  Object.fromEntries(kinds.map((kind) => [kind, taskOf(deps, kind, warn)]));

function taskOf(deps: JobDeps, kind: JobKind, warn: Warn): Task {
  const { run, everyMs } = jobKinds[kind];
  const runOnce = async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    const isLastTry = job.attempts >= job.max_attempts;
    try {
      await run(deps, payload, { isLastTry });
    } catch (error) {
      const reason = messageOf(error).slice(0, longestReason);
      warn(`The job '${kind}' failed at attempt ${job.attempts} of ${job.max_attempts}: ${reason}`);
      if (isLastTry && everyMs !== undefined) await repeatJob(deps.db, kind, everyMs, mostAttempts);
      // This message is stored with the job.
      throw new Error(reason, { cause: error });
    }
    if (everyMs !== undefined) await repeatJob(deps.db, kind, everyMs, mostAttempts);
  };
  return (payload, helpers) => asJob(() => runOnce(payload, helpers));
}

function longestPauseMs(kind: string): number {
  const recurring = recurringJobs.find((one) => one.kind === kind);
  return recurring ? Math.max(recurring.everyMs, minuteMs) : Infinity;
}

/**
 * Retries failed jobs after pauses that grow further than those of the library: 10 seconds after the first attempt,
 * then four times as long each; the eighth is made after about fifteen hours. A recurring job never pauses for longer than
 * between two of its runs, and a minute. Where that cannot be stored, the pause of the library applies.
 * @returns waits for what is being stored
 */
export function delayRetries(events: WorkerEvents, { db }: Pick<JobDeps, 'db'>) {
  const storing = new Set<Promise<void>>();
  events.on('job:complete', ({ job: { id, attempts, task_identifier: kind }, error }) => {
    if (error === null || error === undefined || attempts >= mostAttempts) return;
    const pauseMs = Math.min(firstPauseMs * 4 ** (attempts - 1), longestPauseMs(kind));
    const delaying = asJob(() => delayRetry(db, id, pauseMs))
      .catch(() => undefined)
      .finally(() => storing.delete(delaying));
    storing.add(delaying);
  });
  return async (): Promise<void> => void (await Promise.all(storing));
}
