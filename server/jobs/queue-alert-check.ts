import type { Tx } from '../../db/tables/tables.ts';
import { queueJobs } from './queue-jobs.ts';

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
