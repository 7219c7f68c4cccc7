import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
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
  listUnits,
  rebuildSpan,
} from './venue-verifications.queries.ts';
import { countSales } from './verification.queries.ts';

/** Of one transaction, in which the sales of one unit wait. */
const mostSales = 1_000;

/**
 * Rebuilds the rollups of a venue, and the sums of its pours and drinks, from its sales, unit by unit and from the newest
 * hours to the oldest, each span in a transaction under the lock of the unit: it goes on selling. Sums of months whose
 * sales were detached stay as they are. The audit log names it.
 * @returns number of sales
 */
export async function rebuildVenue(
  deps: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  stop: AbortSignal,
): Promise<number> {
  const { db } = deps;
  const all = { startMs: await findFirstMonth(db), endMs: everMs.end };
  await rebuildSums(deps, venueId, all, { stop });
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    return countSales(transaction, venueId);
  });
}

/**
 * The same for the sales of a range of whole hours.
 * @param name of the range, for the audit log
 */
export async function rebuildSums(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { startMs, endMs: lastMs }: TimeRange,
  { name, stop }: { name?: string; stop?: AbortSignal },
): Promise<void> {
  const venue = await findVenue(db, venueId, { to: 'everything' });
  if (!venue) throw new Error(`There is no venue with the id ${venueId}`);
  await db.transaction().execute((transaction) =>
    insertAudit(transaction, {
      at: now(),
      actor: null,
      ownerId: venue.owner_id,
      address: commandLine,
      action: 'venue.sums_rebuilt',
      target: `venue ${venue.name}${name === undefined ? '' : `, ${name}`}`,
    }),
  );
  await insertProgress(db);
  for (const unit of await listUnits(db, venueId)) {
    let endMs: number | null = lastMs;
    while (endMs !== null) {
      stop?.throwIfAborted();
      endMs = await rebuildNewest(db, unit, { startMs, endMs });
    }
  }
}

/** Rebuilds the newest span of a range. Returns where the next one ends; null after the last. */
function rebuildNewest(
  db: Db,
  unit: UnitRef,
  range: { startMs: number; endMs: number },
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    await lockUnit(transaction, unit);
    const place = { venueId: unit.venue_id, unitId: unit.id };
    const span = await findNewestSpan(transaction, place, { ...range, most: mostSales });
    if (span === null) return null;
    await rebuildSpan(transaction, unit, span);
    const summed = { venue_id: unit.venue_id, unit_id: unit.id };
    await lockProgress(transaction, summed);
    const [starts, ends] = [span.startMs, span.endMs].map((ms) => new Date(ms).toISOString());
    await sumSpans(transaction, summed, [{ starts: starts ?? '', ends: ends ?? '' }]);
    return span.startMs;
  });
}
