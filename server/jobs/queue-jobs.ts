import type { Db, Tx } from '../../db/tables/tables.ts';
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

/** All events of a venue within this time are one check, which runs at its end. */
const mergedMs = 2000;

/** Queues a check of the alerts of a venue, for an event that may be the cause of one or its end. */
export function queueAlertCheck(db: Tx, venueId: string, at: Date): Promise<void> {
  const slot = Math.floor(at.getTime() / mergedMs);
  const key = `check alerts ${venueId} ${slot}`;
  // By the end of the slot everything that it stands for is committed, or has a check of its own.
  const afterMs = (slot + 1) * mergedMs - at.getTime();
  return queueJobs(db, [{ kind: 'check alerts', key, payload: { venueId }, afterMs }]);
}

/** Runs `work` for each item in turn. One that fails does not hold up the others; the first error is thrown at the end. */
export async function runAllThenThrow<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/**
 * Works on what is claimed, several at a time, until nothing is left. Each claim returns a few; with several workers, each
 * item is claimed by one.
 * @param work must not throw
 */
export async function drain<Item>(
  claim: () => Promise<readonly Item[]>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const workOn = async (): Promise<void> => {
    for (;;) {
      const claimed = await claim();
      if (claimed.length === 0) return;
      for (const item of claimed) await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
