/** Sales that the units of a venue missed while they were offline. */
import type { Reads } from '../../db/pool/reads.ts';
import { hourNames, hoursOfNights, sumsOfMeasure } from '../../rules/charts/series.ts';
import { missedSales, type OfflineHour, type UnitSales } from '../../rules/compare/missed-sales.ts';
import { isOpenAt, type Opening } from '../../rules/health/open-now.ts';
import { type Night, nightOf, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { reportTotals } from '../../rules/reports/sales-totals.ts';
import type { KnownOfVenue } from '../reports/compare-sales.ts';
import { sumSalesInParts } from '../reports/sales-in-parts.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { gapsUntilNow, listGapsWithin } from '../units/contact/contact-gaps.ts';

const hourMs = 3_600_000;
const stepMs = hourMs / 4;
/** Shorter gaps are those between two contacts. */
const offlineAfterMs = hourMs;
const weeksOfProfile = 4;

export interface MissedOfUnit {
  unitNumber: number;
  unitName: string | null;
  hours: number;
  missedCents: number;
}

interface MissedOptions {
  of: KnownOfVenue & { opening: Opening };
  nights: readonly Night[];
  nowMs: number;
}

/** Reads what each unit missed in these nights until now; units that missed nothing are left out. */
export async function readMissedSales(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  venueId: string,
  { of, nights, nowMs }: MissedOptions,
): Promise<MissedOfUnit[]> {
  const [first, last] = [nights[0], nights.at(-1)];
  if (!first || !last) return [];
  const whole = { startMs: first.startMs, endMs: Math.min(last.endMs, nowMs) };
  const { rules, opening, contacts: units } = of;
  const stored = await listGapsWithin(db, venueId, whole, offlineAfterMs);
  const gaps = [...stored, ...gapsUntilNow(units, nowMs, offlineAfterMs)];
  const hours = nights.flatMap((night) => {
    const own = hoursOfNights([night]);
    const names = hourNames(own);
    return own.map((hour, nth) => ({ ...hour, night, name: names[nth] ?? '' }));
  });
  const known = new Set(units.map(({ unitId }) => unitId));
  const offline = hours.flatMap((hour, nth) =>
    gaps
      .filter((gap) => known.has(gap.unitId))
      .map(({ unitId, ...gap }): OfflineHour => {
        const ms = openMs(hour, gap, (at) => isOpenAt(at, hour.night, opening, null));
        return { unitId, hour: nth, ms, part: ms / (hour.endMs - hour.startMs) };
      })
      .filter(({ ms }) => ms > 0),
  );
  if (offline.length === 0) return [];
  const asked = [...new Set(offline.map(({ hour }) => hour))];
  const sales = await readSales(reads, venueId, asked, (nth) => {
    const hour = hours[nth];
    return hour ? [hour, ...usualHours(rules, hour.night, hour.name)] : [];
  });
  const found = missedSales(offline, [...known], sales);
  return units.flatMap(({ unitId, unitNumber, unitName }) =>
    found
      .filter((one) => one.unitId === unitId && one.missedCents > 0)
      .map(({ offlineMs, missedCents }) => ({
        unitNumber,
        unitName,
        hours: Math.round((10 * offlineMs) / hourMs) / 10,
        missedCents,
      })),
  );
}

/** @param rangesOf an hour, and the same in the weeks before */
async function readSales(
  reads: Reads,
  venueId: string,
  asked: readonly number[],
  rangesOf: (hour: number) => TimeRange[],
): Promise<UnitSales> {
  const parts = asked.flatMap((hour) =>
    rangesOf(hour).map((range, week) => ({ hour, isUsual: week > 0, range })),
  );
  const sums = await reads.query((recent) =>
    sumSalesInParts(
      recent,
      { venueId, unitId: null },
      parts.map(({ range }) => range),
      sumsOfMeasure.gross,
      { perUnit: true },
    ),
  );
  const weeks = new Map(asked.map((hour) => [hour, rangesOf(hour).length - 1]));
  const cents = new Map<string, number>();
  for (const { nth, unitId, sums: ofRange } of sums) {
    const { hour, isUsual } = parts[nth] ?? { hour: -1, isUsual: false };
    const key = `${isUsual ? 'usual' : 'sold'} ${unitId} ${hour}`;
    const { grossCents } = reportTotals(ofRange, { feesReported: false });
    cents.set(key, (cents.get(key) ?? 0) + grossCents);
  }
  return {
    sold: (unitId, hour) => cents.get(`sold ${unitId} ${hour}`) ?? 0,
    usual: (unitId, hour) =>
      (cents.get(`usual ${unitId} ${hour}`) ?? 0) / Math.max(1, weeks.get(hour) ?? 1),
  };
}

/** The same hour of the clock in the weeks before. */
function usualHours(rules: NightRules, { day }: Night, name: string): TimeRange[] {
  return Array.from({ length: weeksOfProfile }, (_, week) => {
    const before = hoursOfNights([nightOf(rules, shiftDay(day, -7 * (week + 1)))]);
    return before[hourNames(before).indexOf(name)];
  }).filter((hour) => hour !== undefined);
}

/** Time of an hour within the gap while the venue is open. */
function openMs(hour: TimeRange, gap: TimeRange, isOpen: (ms: number) => boolean): number {
  const endMs = Math.min(hour.endMs, gap.endMs);
  let open = 0;
  for (let ms = Math.max(hour.startMs, gap.startMs); ms < endMs;) {
    const next = Math.min((Math.floor(ms / stepMs) + 1) * stepMs, endMs);
    if (isOpen(ms)) open += next - ms;
    ms = next;
  }
  return open;
}
