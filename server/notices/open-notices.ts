import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Shortage } from '../../rules/stock/restock.ts';
import { queueAlertCheck } from '../jobs/queue-alert-check.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { insertNotices } from './restock-notices.queries.ts';

/** Opens a notice for each shortage without an open one, and queues the job that sends it. */
export async function openNotices(
  transaction: Tx,
  unit: UnitRef,
  shortages: readonly Shortage[],
  at: Date,
): Promise<void> {
  const opened = await insertNotices(transaction, unit, shortages, at);
  if (opened.length > 0) await queueAlertCheck(transaction, unit.venue_id, at);
  await queueJobs(
    transaction,
    opened.map((id) => ({
      kind: 'announce restock',
      key: `announce restock ${id}`,
      payload: { noticeId: id, venueId: unit.venue_id },
    })),
  );
}
