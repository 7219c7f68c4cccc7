import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import type { PeriodOfVenue, SoldOfPeriod } from '../../rules/close-out/periods.ts';
import { isCounted } from '../../rules/compare/compare-notes.ts';
import { bounds, compareNights, type NightPair } from '../../rules/compare/compared-nights.ts';
import { type Figures, figuresOf, meanFigures } from '../../rules/compare/figures.ts';
import { type NightRules, nightsOf } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { addUp, type SaleSums } from '../../rules/reports/sales-totals.ts';
import { listPriceOfComps } from '../cases/get-case-ledger.ts';
import { sumCases } from '../cases/cases.queries.ts';
import {
  type SoldDrinkOfRange,
  sumDrinksByRange,
  sumSalesByUnit,
  type UnitSums,
} from '../reports/sales-sums.queries.ts';
import { readDrinkSums } from '../sums/read-sums.queries.ts';
import { listNightRows } from '../venues/nights.queries.ts';
import { differingFigures } from '../verification/verify-venues.ts';
import { readStoredSales } from '../verification/verification.queries.ts';

interface PeriodOptions {
  venueId: string;
  venueName: string;
  /** Null for a venue without a clock. */
  own: NightRules | null;
  calendar: NightRules;
  /** Both included. */
  days: { from: string; to: string };
  against: 'weekday' | 'month';
}

export interface ReadPeriod {
  period: PeriodOfVenue;
  range: TimeRange;
  /** Sums of the period by unit. */
  units: UnitSums[];
  /** Sums by unit of each of the further ranges, as of the same moment. */
  further: UnitSums[][];
}

const partsOf = (pairs: readonly NightPair[]): TimeRange[] =>
  pairs.flatMap(({ others }) => others.map(({ part }) => part));

/**
 * Reads the figures of a period of a venue with what they are compared with. Sums and stored sales are of one moment of
 * the database.
 * @param further ranges to sum beside it
 */
export async function readPeriod(
  db: Db,
  { venueId, venueName, own, calendar, days, against }: PeriodOptions,
  further: readonly TimeRange[] = [],
): Promise<ReadPeriod> {
  const rules = own ?? calendar;
  const scope = { venueId, unitId: null };
  const nights = nightsOf(rules, days.from, days.to);
  const compare = (name: 'weekday' | 'month' | 'average4') =>
    compareNights(rules, { ...days, against: name, soFar: false, nowMs: 0 }).pairs;
  const [pairs, averaged] = [compare(against), compare('average4')];
  const range = { startMs: nights[0]?.startMs ?? 0, endMs: nights.at(-1)?.endMs ?? 0 };
  const parts = {
    nights: nights.map(({ startMs, endMs }) => ({ startMs, endMs })),
    before: partsOf(pairs),
    averaged: partsOf(averaged),
    further,
  };
  const ranges = [range, ...Object.values(parts).flat()];
  const [first, last] = bounds(
    averaged.flatMap(({ others }) => others.map(({ night }) => night.day)),
  );
  const { sums, stored } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (moment) => ({
      sums: await sumSalesByUnit(moment, scope, ranges),
      stored: await readStoredSales(moment, venueId, range),
    }));
  const byRange = groupBy(sums, ({ nth }) => nth);
  const sumAt = (nth: number): SaleSums => addUp(byRange.get(nth) ?? []);
  const startOf = (name: keyof typeof parts): number => {
    const names = Object.keys(parts);
    const before = Object.values(parts).slice(0, names.indexOf(name));
    return 1 + before.reduce((count, some) => count + some.length, 0);
  };
  const sumsOf = (name: keyof typeof parts): SaleSums[] =>
    parts[name].map((_, nth) => sumAt(startOf(name) + nth));
  const marks = first === undefined ? [] : await listNightRows(db, venueId, first, last);
  const markOf = new Map(marks.map((row) => [row.day, row]));
  const otherSums = sumsOf('averaged');
  let next = 0;
  const counted = averaged.map(({ others }) =>
    others.flatMap(({ night, part }) => {
      const sum = otherSums[next];
      next += 1;
      return sum && sum.orders > 0 && isCounted(markOf.get(night.day)) ? [{ part, sum }] : [];
    }),
  );
  const figures = figuresOf(sumAt(0));
  const before = figuresOf(addUp(sumsOf('before')));
  const countedParts = counted.flatMap((some) => some.map(({ part }) => part));
  const [drinks, [cases], glasses] = await Promise.all([
    sumDrinksByRange(db, scope, [range, ...countedParts]),
    sumCases(db, scope, [range]),
    readDrinkSums(db, scope, [range]),
  ]);
  return {
    range,
    units: byRange.get(0) ?? [],
    further: further.map((_, nth) => byRange.get(startOf('further') + nth) ?? []),
    period: {
      venueName,
      isCalendarDay: own === null,
      figures,
      before: before.orders === 0 ? null : before,
      average: averageOf(counted.map((some) => some.map(({ sum }) => sum))),
      drinks: soldOf(
        drinks,
        counted.map((some) => some.length),
      ),
      owedCents: cases?.open_cents ?? 0,
      returnedCents: cases?.returned_cents ?? 0,
      comps: glasses.reduce(
        (all, row) => ({
          glasses: all.glasses + row.comp_glasses,
          listCents: all.listCents + listPriceOfComps(row),
        }),
        { glasses: 0, listCents: 0 },
      ),
      differing: differingFigures(sumAt(0), stored),
      nights,
      daysWithoutSales: sumsOf('nights').flatMap(({ orders }, nth) => {
        const night = nights[nth];
        return orders === 0 && night && night.startMs < night.endMs ? [night.day] : [];
      }),
    },
  };
}

function averageOf(
  nights: readonly (readonly SaleSums[])[],
): { figures: Figures; nights: number } | null {
  const figures = meanFigures(nights);
  return figures && { figures, nights: Math.max(...nights.map((some) => some.length)) };
}

/**
 * Drinks of the period, with the quantity that the nights it is compared with had on average.
 * @param counts nights that each night is compared with
 */
function soldOf(rows: readonly SoldDrinkOfRange[], counts: readonly number[]): SoldOfPeriod[] {
  const shares = counts.flatMap((count) => Array.from({ length: count }, () => 1 / count));
  const usual = new Map<string, number>();
  for (const { nth, name, quantity } of rows)
    if (nth > 0) usual.set(name, (usual.get(name) ?? 0) + quantity * (shares[nth - 1] ?? 0));
  const sold = rows.filter(({ nth }) => nth === 0);
  const names = new Set(sold.map(({ name }) => name));
  const missing = [...usual.keys()].filter((name) => !names.has(name));
  return [...sold, ...missing.map((name) => ({ name, quantity: 0, amountCents: 0 }))].map(
    ({ name, quantity, amountCents }) => ({
      name,
      quantity,
      amountCents,
      usual: shares.length === 0 ? null : (usual.get(name) ?? 0),
    }),
  );
}
