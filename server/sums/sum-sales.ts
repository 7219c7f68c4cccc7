import type { Db } from '../../db/tables/tables.ts';
import { runAllThenThrow } from '../jobs/queue-jobs.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as sums from './sums.queries.ts';

/** Changes, or sales of earlier days, of one transaction. */
const batchSize = 500;

/** Batches of one run, beside the first of each unit: a process that is to stop waits for the run. */
const mostBatches = 20;

const hourMs = 3_600_000;

/**
 * Sums what the logs of all units have that is not summed yet, then earlier days, and then months that are over. Each batch is one transaction with
 * the progress of its unit, so that a process that dies leaves the sums of another moment, and never half of one.
 */
export async function sumSales({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  await sums.insertProgress(db);
  const changed = (await sums.listUnitsToSum(db)).filter(({ hasChanges }) => hasChanges);
  await takeTurns(changed, (unit) => sumChanges(db, unit));
  const unsummed = (await sums.listUnitsToSum(db)).filter(({ hasDays }) => hasDays);
  await takeTurns(unsummed, (unit) => sumDays(db, unit));
  const over = (await sums.listUnitsToSum(db)).filter(({ hasMonths }) => hasMonths);
  await takeTurns(over, (unit) => sumMonths(db, unit));
}

/**
 * Sums a batch of each unit, one after the other, until there are no more or enough were summed. A unit that fails is left
 * out, and its error is thrown once each of the others had its batch.
 * @param sumBatch returns whether there may be more
 */
async function takeTurns(
  units: readonly sums.SummedUnit[],
  sumBatch: (unit: sums.SummedUnit) => Promise<boolean>,
): Promise<void> {
  let waiting = units;
  for (let batches = 0; waiting.length > 0 && batches < mostBatches; batches += waiting.length) {
    const more: sums.SummedUnit[] = [];
    await runAllThenThrow(waiting, async (unit) => {
      if (await sumBatch(unit)) more.push(unit);
    });
    waiting = more;
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
    return last - progress.summed_to >= batchSize;
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

/** Sums the months that are over. */
function sumMonths(db: Db, unit: sums.SummedUnit): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sums.lockProgress(transaction, unit);
    await sums.sumMonths(transaction, unit);
    return false;
  });
}
