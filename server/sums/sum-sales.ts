import type { Db } from '../../db/tables/tables.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as sums from './sums.queries.ts';

/** Changes, or sales of earlier days, of one transaction. */
const batchSize = 500;

/** Batches of earlier days of one run, so that new sales need not wait for all of them. */
const batchesOfDays = 100;

const hourMs = 3_600_000;

/**
 * Sums what the logs of all units have that is not summed yet, and then earlier days. Each batch is one transaction with
 * the progress of its unit, so that a process that dies leaves the sums of another moment, and never half of one.
 */
export async function sumSales({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  await sums.insertProgress(db);
  const units = await sums.listUnitsToSum(db);
  for (const unit of units.filter(({ hasChanges }) => hasChanges)) {
    while (await sumChanges(db, unit));
  }
  let waiting: sums.SummedUnit[] = (await sums.listUnitsToSum(db)).filter(({ hasDays }) => hasDays);
  for (let batch = 0; waiting.length > 0 && batch < batchesOfDays;) {
    const left = [];
    for (const unit of waiting) {
      if (await sumDays(db, unit)) left.push(unit);
      batch += 1;
    }
    waiting = left;
  }
}

/** Returns whether there may be more. */
function sumChanges(db: Db, unit: sums.SummedUnit): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const progress = await sums.lockProgress(transaction, unit);
    const { last, hours, isUnclear } = await sums.readChanges(transaction, unit, {
      after: progress.summed_to,
      size: batchSize,
    });
    if (last === null) return false;
    const summed_from = isUnclear ? 'infinity' : progress.summed_from;
    const spans = hours.map((hour) => ({
      starts: hour.toISOString(),
      ends: new Date(hour.getTime() + hourMs).toISOString(),
    }));
    if (!isUnclear) await sums.sumSpans(transaction, unit, spans);
    await sums.updateProgress(transaction, unit, { summed_to: last, summed_from });
    return last - progress.summed_to === batchSize;
  });
}

/** Sums the days of the newest sales before those that are summed. Returns whether there may be more. */
function sumDays(db: Db, unit: sums.SummedUnit): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const progress = await sums.lockProgress(transaction, unit);
    const { summed_from: ends } = progress;
    if (ends === '-infinity') return false;
    const page = { before: ends, size: batchSize };
    const starts = await sums.findStartOfDays(transaction, unit, page);
    if (starts === null) await sums.deleteSumsBefore(transaction, unit, ends);
    else await sums.sumSpans(transaction, unit, [{ starts, ends }]);
    const summed_from = starts ?? '-infinity';
    await sums.updateProgress(transaction, unit, { ...progress, summed_from });
    return starts !== null;
  });
}
