import type { Reads } from '../../db/pool/reads.ts';
import {
  daysOfSelling,
  isMissed,
  mostNightsOfGaps,
  sellingHours,
  silentAfterMs,
} from '../../rules/compare/contact.ts';
import { countByReading } from '../../rules/nights/orders-by-hour.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listGaps, listUnitContacts, type UnitContact } from '../units/unit-contact.queries.ts';
import { sumOrdersByHour } from '../venues/nights.queries.ts';
import type { SalesScope } from './sales-sums.queries.ts';

const dayMs = 86_400_000;

export interface SilentUnit extends UnitContact {
  from: Date;
  /** Null while it is not in contact. */
  until: Date | null;
}

interface About {
  /** Parts of time that are compared. */
  sides: readonly Stretch[];
  /** Of the period. */
  nights: number;
  timezone: string;
  nowMs: number;
}

/**
 * Units that were not in contact for two hours or more in which the venue sells, on either side, with the latest such
 * time. A unit that never was in contact has none.
 */
export async function findSilentUnits(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  { venueId, unitId }: SalesScope,
  { sides, nights, timezone, nowMs }: About,
): Promise<SilentUnit[]> {
  const whole = {
    startMs: Math.min(...sides.map(({ startMs }) => startMs)),
    endMs: Math.max(...sides.map(({ endMs }) => endMs)),
  };
  const [contacts, stored] = await Promise.all([
    listUnitContacts(db, venueId),
    nights > mostNightsOfGaps ? [] : listGaps(db, venueId, whole, silentAfterMs),
  ]);
  const silences = contacts
    .filter((unit) => unitId === null || unit.unitId === unitId)
    .flatMap((unit): SilentUnit[] => [
      { ...unit, from: unit.lastContactAt, until: null },
      ...stored
        .filter((gap) => gap.unitId === unit.unitId)
        .toReversed()
        .map((gap) => ({ ...unit, ...gap })),
    ])
    .filter(({ from, until }) => (until?.getTime() ?? nowMs) - from.getTime() >= silentAfterMs)
    .filter(({ from }) => from.getTime() < whole.endMs);
  if (silences.length === 0) return [];
  const endMs = Math.min(nowMs, whole.endMs);
  const orders = await reads.query((recent) =>
    sumOrdersByHour(recent, venueId, new Date(endMs - daysOfSelling * dayMs), new Date(endMs)),
  );
  const sums = orders.map((hour) => ({ startMs: hour.startsAt.getTime(), orders: hour.orders }));
  const hours = sellingHours(countByReading(sums, timezone));
  const missed = silences.filter(({ from, until }) =>
    isMissed({ startMs: from.getTime(), endMs: until?.getTime() ?? nowMs }, sides, {
      hours,
      timezone,
    }),
  );
  // The first of each unit is the latest.
  return missed.filter(
    (one, nth) => missed.findIndex((each) => each.unitId === one.unitId) === nth,
  );
}
