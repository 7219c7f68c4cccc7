import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  type CloseOut,
  correctionText,
  isCorrected,
  isLargeDifference,
  type Stated,
  type StatedNight,
  type UnitOrders,
} from '../../rules/close-out/close-out.ts';
import { type Figures, figuresOf } from '../../rules/compare/figures.ts';
import { byUrgency } from '../../rules/forecast/refill-horizon.ts';
import { contactStateOf, leastOfflineMs } from '../../rules/health/contact-state.ts';
import type { Night, NightRules } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { addUp } from '../../rules/reports/sales-totals.ts';
import { getStockForecast } from '../forecast/get-stock-forecast.ts';
import { listUnits, type StockedUnit } from '../forecast/forecast.queries.ts';
import { sumSalesByUnit, type UnitSums } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listUnitReports, type UnitReport } from '../venues/health/venue-health.queries.ts';
import { listOuts } from './close-outs.queries.ts';
import { readPeriod } from './read-period.ts';

export type ReadDeps = Pick<AppDeps, 'db' | 'now' | 'flags'> & { reads: Reads };

/** What a mail stated about a night, with the range of time that it was about. */
export interface StatedPeriod extends StatedNight {
  readonly range: TimeRange;
  readonly version: number;
}

/** A statement about a period, as it is stored. */
export type NewStatement = Omit<StatedPeriod, 'version'>;

interface Subject {
  venueId: string;
  venueName: string;
  /** Null for a venue without a clock. */
  own: NightRules | null;
  calendar: NightRules;
  night: Night;
}

/** A night that is not as it was stated. */
export interface Correction {
  text: string;
  isLarge: boolean;
  /** What the correction states. */
  corrected: StatedPeriod;
}

export interface ReadCloseOut {
  closeOut: CloseOut;
  statement: NewStatement;
  corrections: Correction[];
}

/**
 * Reads the close-out of a night. All figures, also those of the nights that it corrects, are of one moment, by the sums
 * of the sales report.
 * @param stated last statements about earlier nights
 */
export async function readCloseOut(
  deps: ReadDeps,
  { venueId, venueName, own, calendar, night }: Subject,
  stated: readonly StatedPeriod[],
): Promise<ReadCloseOut> {
  const { db, now } = deps;
  const nowMs = now().getTime();
  const earlier = stated.filter(({ day }) => isCorrected(day, night.day));
  const days = { from: night.day, to: night.day };
  const [read, units, stockouts, reports, refills] = await Promise.all([
    readPeriod(
      db,
      { venueId, venueName, own, calendar, days, against: 'weekday' },
      earlier.map(({ range }) => range),
    ),
    listUnits(db, venueId),
    listOuts(db, venueId),
    listUnitReports(db, venueId, new Date(nowMs - leastOfflineMs)),
    readRefills(deps, venueId, night.timezone),
  ]);
  const corrections = correctionsOf(earlier, read.further, units, night.day);
  return {
    closeOut: {
      venueName,
      night,
      isCalendarDay: own === null,
      period: read.period,
      out: [...groupBy(stockouts, (row) => row.unit_id).values()].flatMap((rows) => {
        const [first] = rows;
        if (!first) return [];
        const unit = { unitNumber: first.unit_number, name: first.unit_name };
        return { unit, ingredients: rows.map(({ ingredient }) => ingredient) };
      }),
      refills,
      offline: offlineUnits(units, reports, night, nowMs),
      corrections: corrections.map(({ text }) => text),
    },
    statement: {
      day: night.day,
      range: read.range,
      ...statedOf(read.period.figures, read.units),
    },
    corrections,
  };
}

/** Units with something that the refill list has until the next close. */
async function readRefills(
  deps: ReadDeps,
  venueId: string,
  timezone: string,
): Promise<CloseOut['refills']> {
  const { units } = await getStockForecast(deps, venueId, { timezone, horizon: 'close' });
  return units.flatMap(({ unit, ingredients }) => {
    const due = ingredients.filter(({ forecast }) => forecast.refill.length > 0).sort(byUrgency);
    const named = { unitNumber: unit.unit_number, name: unit.name };
    return due.length === 0 ? [] : [{ unit: named, ingredients: due.map(({ name }) => name) }];
  });
}

/** Compares nights with what was stated about them. */
export async function readCorrections(
  db: Db,
  venueId: string,
  stated: readonly StatedPeriod[],
  today: string,
): Promise<Correction[]> {
  const earlier = stated.filter(({ day }) => isCorrected(day, today));
  if (earlier.length === 0) return [];
  const ranges = earlier.map(({ range }) => range);
  const [units, sums] = await Promise.all([
    listUnits(db, venueId),
    sumSalesByUnit(db, { venueId, unitId: null }, ranges),
  ]);
  const byRange = groupBy(sums, ({ nth }) => nth);
  return correctionsOf(
    earlier,
    earlier.map((_, nth) => byRange.get(nth) ?? []),
    units,
    today,
  );
}

/** @param sums by unit, of each of the nights */
const correctionsOf = (
  earlier: readonly StatedPeriod[],
  sums: readonly (readonly UnitSums[])[],
  units: readonly StockedUnit[],
  today: string,
): Correction[] =>
  earlier.flatMap((one, nth) => {
    const ofNight = sums[nth] ?? [];
    const figures = figuresOf(addUp(ofNight));
    const text = correctionText(one, { figures, units: ordersOf(ofNight, units) }, today);
    if (text === null) return [];
    const isLarge = isLargeDifference(one.stated, figures);
    return { text, isLarge, corrected: { ...one, ...statedOf(figures, ofNight) } };
  });

const ordersOf = (sums: readonly UnitSums[], units: readonly StockedUnit[]): UnitOrders[] =>
  units.map(({ id, unit_number: unitNumber, name }) => ({
    unitId: id,
    unitNumber,
    name,
    orders: sums.find(({ unitId }) => unitId === id)?.orders ?? 0,
  }));

/** What a mail states with these figures. */
export const statedOf = (
  { grossCents, refundCents, taxCents }: Figures,
  sums: readonly UnitSums[],
): { stated: Stated; orders: Record<string, number> } => ({
  stated: { grossCents, refundCents, taxCents },
  orders: Object.fromEntries(sums.map(({ unitId, orders }) => [unitId, orders])),
});

/** Units that are offline since before the end of the night: one that was in contact later has sent its sales. */
function offlineUnits(
  units: readonly StockedUnit[],
  reports: readonly UnitReport[],
  night: Night,
  nowMs: number,
): CloseOut['offline'][number][] {
  const reportOf = new Map(reports.map((report) => [report.unit_id, report]));
  return units.flatMap(({ id, unit_number: unitNumber, name }) => {
    const report = reportOf.get(id);
    const lastContactMs = report?.last_contact_at?.getTime();
    if (!report || lastContactMs === undefined || lastContactMs >= night.endMs) return [];
    const isOffline = contactStateOf(lastContactMs, report.contact_gaps_s, nowMs) === 'offline';
    return isOffline ? [{ unit: { unitNumber, name }, lastContactMs }] : [];
  });
}
