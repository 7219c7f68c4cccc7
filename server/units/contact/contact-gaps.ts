/** Times without contact of the units of a venue. */
import type { Db } from '../../../db/tables/tables.ts';
import type { TimeRange } from '../../../rules/reports/rollup-cover.ts';
import { listGaps, type UnitContact } from './unit-contact.queries.ts';

export interface UnitGap extends TimeRange {
  readonly unitId: string;
}

/** Gaps of at least this length that are over, and overlap a time. */
export async function listGapsWithin(
  db: Db,
  venueId: string,
  range: TimeRange,
  leastMs: number,
): Promise<UnitGap[]> {
  const stored = await listGaps(db, venueId, range, leastMs);
  return stored.map(({ unitId, from, until }) => ({
    unitId,
    startMs: from.getTime(),
    endMs: until.getTime(),
  }));
}

/** Gaps of at least this length that are not over. */
export const gapsUntilNow = (
  units: readonly UnitContact[],
  nowMs: number,
  leastMs: number,
): UnitGap[] =>
  units
    .map(({ unitId, lastContactAt }) => ({
      unitId,
      startMs: lastContactAt.getTime(),
      endMs: nowMs,
    }))
    .filter(({ startMs, endMs }) => endMs - startMs >= leastMs);
