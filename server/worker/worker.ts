/** Polls the queue and runs jobs, with a short pause when there are none. */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../db/start-error.ts';
import type { JobDeps } from './job-kinds.ts';
import { queueSchedules, runDueJobs, type Warn } from './run-due-jobs.ts';

const idleMs = 5000;

export interface Worker {
  /** Graceful shutdown: leases no new jobs, and waits for running ones. */
  stop(): Promise<void>;
}

export function startWorker(deps: JobDeps, warn: Warn): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isScheduled = false;
  let isTroubled = false;

  const pollJobs = async (): Promise<number> => {
    try {
      if (!isScheduled) await queueSchedules(deps);
      isScheduled = true;
      const done = await runDueJobs(deps, warn);
      isTroubled = false;
      return done;
    } catch (error) {
      // The database is down: warn once, not every five seconds.
      if (!isTroubled)
        warn(`Jobs are delayed because their queue cannot be read: ${messageOf(error)}`);
      isTroubled = true;
      return 0;
    }
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const done = await pollJobs();
      if (done === 0) await wait(idleMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    stop: () => {
      stopping.abort();
      return working;
    },
  };
}
