import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { CloseOut } from '../../rules/close-out/close-out.ts';
import {
  correctionText,
  isCorrected,
  type Stated,
  type StatedNight,
  type UnitOrders,
} from '../../rules/close-out/corrections.ts';
import { type Figures, figuresOf } from '../../rules/compare/figures.ts';
import { contactStateOf, leastOfflineMs } from '../../rules/health/contact-state.ts';
import { type Night, nightOf, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { type SaleSums, totalsOf } from '../../rules/reports/sales-totals.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import { sumCases } from '../cases/ledger.queries.ts';
import { listUnits, type StockedUnit } from '../forecast/stocked-units.queries.ts';
import { sumDrinks } from '../reports/drink-sums.queries.ts';
import { addSums, sumSalesByUnit, type UnitSums } from '../reports/sales-sums.queries.ts';
import { listUnitReports, type UnitReport } from '../venues/venue-health.queries.ts';
import { listOuts } from './outs.queries.ts';

/** What a mail stated about a night, with the range of time that it was about. */
export interface StatedPeriod extends StatedNight {
  readonly range: Stretch;
  readonly version: number;
}

/** A statement about a night, as it is stored. */
export type NewStatement = Omit<StatedPeriod, 'version'>;

interface Subject {
  venueId: string;
  venueName: string;
  /** Null for a venue without a clock. */
  rules: NightRules | null;
  calendar: NightRules;
  night: Night;
}

export interface ReadCloseOut {
  closeOut: CloseOut;
  statement: NewStatement;
  /** Of the nights that the corrections are about. */
  corrected: StatedPeriod[];
}

/**
 * Reads the close-out of a night. All figures, also those of the nights that it corrects, are from one statement, by the
 * sums of the sales report.
 * @param stated last statements about earlier nights
 */
export async function readCloseOut(
  db: Db,
  { venueId, venueName, rules, calendar, night }: Subject,
  stated: readonly StatedPeriod[],
  nowMs: number,
): Promise<ReadCloseOut> {
  const scope = { venueId, unitId: null };
  const before = nightOf(rules ?? calendar, shiftDay(night.day, -7));
  const earlier = stated.filter(({ day }) => isCorrected(day, night.day));
  const ranges = [night, before, ...earlier.map(({ range }) => range)].map(rangeOf);
  const [units, sums, drinks, [cases], outs, reports] = await Promise.all([
    listUnits(db, venueId),
    sumSalesByUnit(db, scope, ranges),
    sumDrinks(db, scope, rangeOf(night)),
    sumCases(db, scope, [night]),
    listOuts(db, venueId),
    listUnitReports(db, venueId, new Date(nowMs - leastOfflineMs)),
  ]);
  const figures = figuresOf(sumOf(sums, 0));
  const weekBefore = figuresOf(sumOf(sums, 1));
  const corrections = earlier.flatMap((one, nth) => {
    const now = { figures: figuresOf(sumOf(sums, nth + 2)), units: ordersOf(sums, units, nth + 2) };
    const text = correctionText(one, now, night.day);
    if (text === null) return [];
    return { text, corrected: { ...one, ...statedOf(now.figures, sums, nth + 2) } };
  });
  return {
    closeOut: {
      venueName,
      night,
      isCalendarDay: rules === null,
      figures,
      weekBefore: weekBefore.orders === 0 ? null : weekBefore,
      drinks,
      owedCents: cases?.open_cents ?? 0,
      returnedCents: cases?.returned_cents ?? 0,
      out: [...groupBy(outs, (row) => row.unit_id).values()].flatMap((rows) => {
        const [first] = rows;
        if (!first) return [];
        const unit = { unitNumber: first.unit_number, name: first.unit_name };
        return { unit, ingredients: rows.map(({ ingredient }) => ingredient) };
      }),
      offline: offlineUnits(units, reports, night, nowMs),
      corrections: corrections.map(({ text }) => text),
    },
    statement: { day: night.day, range: rangeOf(night), ...statedOf(figures, sums, 0) },
    corrected: corrections.map(({ corrected }) => corrected),
  };
}

const rangeOf = ({ startMs, endMs }: Stretch): Stretch => ({ startMs, endMs });

const sumOf = (sums: readonly UnitSums[], nth: number): SaleSums =>
  sums.filter((one) => one.nth === nth).reduce<SaleSums>(addSums, totalsOf([]));

const ordersOf = (
  sums: readonly UnitSums[],
  units: readonly StockedUnit[],
  nth: number,
): UnitOrders[] =>
  units.map(({ id, unit_number: unitNumber, name }) => ({
    unitId: id,
    unitNumber,
    name,
    orders: sums.find((one) => one.nth === nth && one.unitId === id)?.orders ?? 0,
  }));

function statedOf(
  { grossCents, refundCents, taxCents }: Figures,
  sums: readonly UnitSums[],
  nth: number,
): { stated: Stated; orders: Record<string, number> } {
  const ofNight = sums.filter((one) => one.nth === nth);
  return {
    stated: { grossCents, refundCents, taxCents },
    orders: Object.fromEntries(ofNight.map(({ unitId, orders }) => [unitId, orders])),
  };
}

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
