import type { Db } from '../../db/tables/tables.ts';
import {
  countLastGlasses,
  daysOfUsualRate,
  type FailureRate,
  failureRateOf,
  glassesCounted,
  hoursCounted,
  leastFailed,
  type PouredLine,
} from '../../rules/health/failure-rate.ts';
import { countUsualFailures, listFailingUnits, listLastLines } from './venue-health.queries.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Failure rates of the units of a venue with enough failed glasses within a day to be reported. The usual rate is that
 * of the days before, so that failures of today do not hide themselves.
 */
export async function readFailureRates(
  db: Db,
  venueId: string,
  nowMs: number,
): Promise<Map<string, FailureRate>> {
  const since = new Date(nowMs - hoursCounted * hourMs);
  const until = new Date(nowMs);
  const failing = await listFailingUnits(db, venueId, { since, until, least: leastFailed });
  if (failing.length === 0) return new Map();
  const today = Math.floor(nowMs / dayMs);
  const days = Array.from(
    { length: daysOfUsualRate },
    (_, nth) => new Date((today - daysOfUsualRate + nth) * dayMs),
  );
  const [lines, usual] = await Promise.all([
    listLastLines(db, venueId, failing, { since, until, most: glassesCounted }),
    countUsualFailures(db, venueId, failing, days),
  ]);
  const linesOf = new Map<string, PouredLine[]>();
  for (const line of lines) linesOf.set(line.unit_id, [...(linesOf.get(line.unit_id) ?? []), line]);
  const usualOf = new Map(usual.map((count) => [count.unit_id, count]));
  return new Map(
    failing.map((unitId) => [
      unitId,
      failureRateOf(
        countLastGlasses(linesOf.get(unitId) ?? []),
        usualOf.get(unitId) ?? { failed: 0, glasses: 0 },
      ),
    ]),
  );
}
