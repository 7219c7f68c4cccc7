/** Runs queued jobs with graphile-worker, and keeps it running when the database comes and goes. */
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type JobHelpers,
  runTaskList,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { silentLogger } from '../../db/job-queue.ts';
import { withPriority } from '../../db/pool/lanes.ts';
import { messageOf } from '../../db/start-error.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { type JobKind, mostAttempts } from '../jobs/job-payloads.ts';
import {
  confirmWorkers,
  delayRetry,
  queueRecurring,
  recordUptime,
  releaseLostJobs,
  repeatJob,
} from '../jobs/jobs.queries.ts';
import { type JobDeps, jobKinds, jobSlots, recurringJobs } from './job-kinds.ts';

/** New jobs are announced by the database; behind a transaction pooler they are found by polling. */
const pollMs = 2_000;
const confirmMs = 15_000;
const restartMs = 1_000;

export interface Worker {
  /** Graceful shutdown: starts no new jobs, and waits for running ones. */
  stop(): Promise<void>;
}

export type WorkerDeps = JobDeps & { queue: Pool };

export function startWorker(deps: WorkerDeps, warn: Warn): Worker {
  const stopping = new AbortController();
  const ended = new AbortController();
  const alive = new Set<string>();
  let isTroubled = false;
  const trouble = {
    /** Warns once while the database is down. */
    report: (error: unknown): void => {
      if (!isTroubled && !ended.signal.aborted)
        warn(`Jobs are delayed because their queue cannot be read: ${messageOf(error)}`);
      isTroubled = true;
    },
    isOver: (): void => void (isTroubled = false),
  };

  /** Returns whether to go on: the library ends by itself when a newer release has changed its schema. */
  const run = async (kinds: readonly JobKind[], slots: number): Promise<boolean> => {
    // The library keeps the options and the error of a first query that fails.
    await deps.queue.query('select');
    const events: WorkerEvents = new EventEmitter();
    const retriesAreStored = delayRetries(events, deps);
    events.on('worker:create', ({ worker }) => alive.add(worker.workerId));
    events.on('worker:stop', ({ worker }) => alive.delete(worker.workerId));
    let hasWorked = false;
    const works = (): void => {
      hasWorked = true;
      trouble.isOver();
    };
    events.on('worker:getJob:empty', works);
    events.on('job:start', works);
    const pool = runTaskList(
      {
        events,
        concurrency: slots,
        pollInterval: pollMs,
        noHandleSignals: true,
        noPreparedStatements: true,
        logger: silentLogger,
      },
      tasksOf(deps, kinds, warn),
      deps.queue,
    );
    let isEnding = false;
    const end = (): void => {
      if (!isEnding) void pool.gracefulShutdown();
      isEnding = true;
    };
    events.on('worker:getJob:error', ({ error }) => {
      trouble.report(error);
      if (!hasWorked) end();
    });
    // The library replaces no worker that could not settle its job.
    events.on('worker:fatalError', ({ error }) => {
      trouble.report(error);
      end();
    });
    stopping.signal.addEventListener('abort', end);
    if (stopping.signal.aborted) end();
    await pool.promise;
    stopping.signal.removeEventListener('abort', end);
    await retriesAreStored();
    return isEnding;
  };

  const keepRunning = async (kinds: readonly JobKind[], slots: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (!(await run(kinds, slots)))
          return warn('Jobs are left to processes of a newer release');
      } catch (error) {
        trouble.report(error);
      }
      await pause(restartMs, stopping.signal);
    }
  };

  const confirm = async (): Promise<void> => {
    let isScheduled = false;
    let isConfirmed = false;
    while (!ended.signal.aborted) {
      try {
        if (!isScheduled) await queueRecurring(deps.db, recurringJobs);
        isScheduled = true;
        await confirmWorkers(deps.db, [...alive]);
        await recordUptime(deps.db, deps.now());
        // After an outage the others get the time to confirm that they are alive.
        if (isConfirmed) await releaseLostJobs(deps.db);
        isConfirmed = true;
      } catch (error) {
        isConfirmed = false;
        trouble.report(error);
      }
      await pause(confirmMs, ended.signal);
    }
  };

  const running = Promise.all(jobSlots.map(({ kinds, slots }) => keepRunning(kinds, slots)));
  const confirming = asJob(confirm);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      ended.abort();
      await confirming;
    },
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

// Jobs as tasks of graphile-worker.

export type Warn = (message: string) => void;

const firstPauseMs = 10_000;
const minuteMs = 60_000;
const longestReason = 500;

/** Runs `work` with the connections of jobs and access to every row. */
export const asJob = <T>(work: () => T): T => withPriority('jobs', [], () => withoutTenant(work));

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
