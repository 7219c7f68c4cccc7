import pLimit from 'p-limit';
import { pourSums } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { bucketStart, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { AppDeps } from '../shared/deps.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { liftTimeLimit } from '../shared/database.queries.ts';
import { insertProgress, lockProgress, sumSpans } from '../sums/sums.queries.ts';
import { commandLine } from '../users/accounts.ts';
import { lockUnit } from '../units/units.queries.ts';
import { findVenue } from '../venues/venues.queries.ts';
import {
  everMs,
  findFirstMonth,
  findNewestSpan,
  isRebuilding,
  listRebuiltUnits,
  listUnits,
  rebuildSpan,
  storeRebuiltFrom,
} from './venue-verifications.queries.ts';
import { countSales } from './verification.queries.ts';

const sizes = {
  /** Sales of one transaction, in which those of one unit wait for a third of a second. */
  ofSpan: 20_000,
  /** Sales that are rebuilt for all units before the ones before them: their pages are read from the disk once. */
  ofMonths: 100_000,
};

/** Units that are rebuilt at once. */
export const unitsAtOnce = 2;

type Needs = Pick<AppDeps, 'db' | 'now'>;

export interface RebuiltVenue {
  sales: number;
  /** True when an earlier run had begun. */
  isContinued: boolean;
}

/**
 * Rebuilds the rollups of a venue, and the sums of its pours and drinks, from its sales: whole months from
 * the newest to the oldest, and in each of them two units at once, a span in a transaction under the lock of the unit,
 * which goes on selling. The transaction stores how far the unit is, so that a run that is killed is continued by the
 * next. Sums of months whose sales were detached stay as they are. The audit log names it.
 */
export async function rebuildVenue(
  deps: Needs,
  venueId: string,
  stop: AbortSignal,
  { ofSpan, ofMonths } = sizes,
): Promise<RebuiltVenue> {
  const { db } = deps;
  await insertProgress(db);
  const isContinued = await isRebuilding(db, venueId);
  if (!isContinued) {
    await noteRebuild(deps, venueId);
    await storeRebuiltFrom(db, { venueId }, 'infinity');
  }
  const startMs = await findFirstMonth(db);
  const limit = pLimit(unitsAtOnce);
  for (
    let months = await findMonths(db, venueId, { startMs, endMs: everMs.end }, ofMonths);
    months !== null;
    months = await findMonths(db, venueId, { startMs, endMs: months.startMs }, ofMonths)
  ) {
    const rebuilt = (await listRebuiltUnits(db, venueId)).map(({ unit, rebuiltFromMs }) => {
      const range = { ...months, endMs: Math.min(months.endMs, rebuiltFromMs) };
      return limit(() => rebuildUnit(db, unit, range, { stop, most: ofSpan, isKept: true }));
    });
    await allEnded(rebuilt);
  }
  await storeRebuiltFrom(db, { venueId }, null);
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    return { sales: await countSales(transaction, venueId), isContinued };
  });
}

/** Rejects as the first one, when all have ended: no transaction of them is open then. */
async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work))
    if (result.status === 'rejected') throw result.reason;
}

/** The newest whole months of a range with about so many sales; null for an empty range. */
function findMonths(
  db: Db,
  venueId: string,
  range: TimeRange,
  most: number,
): Promise<TimeRange | null> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    const span = await findNewestSpan(transaction, { venueId }, { ...range, most });
    return (
      span && { ...span, startMs: Math.max(range.startMs, bucketStart('month', span.startMs)) }
    );
  });
}

/**
 * Rebuilds the same for the sales of a range of whole hours.
 * @param name of the range, for the audit log
 */
export async function rebuildSums(
  deps: Needs,
  venueId: string,
  range: TimeRange,
  name: string,
): Promise<void> {
  const { db } = deps;
  await noteRebuild(deps, venueId, name);
  await insertProgress(db);
  for (const unit of await listUnits(db, venueId)) await rebuildUnit(db, unit, range);
}

async function noteRebuild({ db, now }: Needs, venueId: string, name?: string): Promise<void> {
  const venue = await findVenue(db, venueId, { to: 'everything' });
  if (!venue) throw new Error(`There is no venue with the id ${venueId}`);
  await db.transaction().execute((transaction) =>
    insertAudit(transaction, { actor: null, address: commandLine }, now(), {
      ownerId: venue.owner_id,
      action: 'venue.sums_rebuilt',
      target: `venue ${venue.name}${name === undefined ? '' : `, ${name}`}`,
    }),
  );
}

interface RebuildOptions {
  stop?: AbortSignal;
  /** Sales of a transaction. */
  most?: number;
  /** Whether it is stored how far the unit is. */
  isKept?: boolean;
}

async function rebuildUnit(
  db: Db,
  unit: UnitRef,
  { startMs, endMs: lastMs }: TimeRange,
  { stop, most = sizes.ofSpan, isKept = false }: RebuildOptions = {},
): Promise<void> {
  let endMs: number | null = lastMs;
  while (endMs !== null) {
    stop?.throwIfAborted();
    endMs = await rebuildNewest(db, unit, { startMs, endMs, most }, isKept);
  }
}

/** Rebuilds the newest span of a range. Returns where the next one ends; null after the last. */
function rebuildNewest(
  db: Db,
  unit: UnitRef,
  range: TimeRange & { most: number },
  isKept: boolean,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    await lockUnit(transaction, unit);
    const place = { venueId: unit.venue_id, unitId: unit.id };
    const span = await findNewestSpan(transaction, place, range);
    if (span === null) return null;
    await rebuildSpan(transaction, unit, span);
    const summed = { venue_id: unit.venue_id, unit_id: unit.id };
    await lockProgress(transaction, summed);
    const [starts, ends] = [span.startMs, span.endMs].map((ms) => new Date(ms).toISOString());
    const spans = [{ starts: starts ?? '', ends: ends ?? '' }];
    await sumSpans(transaction, summed, spans, [pourSums]);
    if (isKept) await storeRebuiltFrom(transaction, place, new Date(span.startMs).toISOString());
    return span.startMs;
  });
}
