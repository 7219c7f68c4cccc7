/** Breakdown of the sales of a period; whatever it is by, its rows together are the sales report. */
import type { Reads } from '../../../db/pool/reads.ts';
import { sumNames } from '../../../db/rebuild-rollups.ts';
import type { Db } from '../../../db/tables/tables.ts';
import { countDivided, hoursOfNights, mostDividedHours } from '../../../rules/charts/series.ts';
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { type Days, mostAveragedNights } from '../../../rules/compare/compared-nights.ts';
import { countDays, type Night, nightsOf } from '../../../rules/nights/nights.ts';
import {
  breakdownByCategory,
  breakdownByDrink,
  type BreakdownKind,
  breakdownMessages,
  type BreakdownRow,
  figuresOfSums,
  hourText,
  noFigures,
  paymentName,
  type RowFigures,
} from '../../../rules/reports/breakdown.ts';
import type { TimeRange } from '../../../rules/reports/rollup-cover.ts';
import { addUp, type SaleSums } from '../../../rules/reports/sales-totals.ts';
import { weekdayIndex } from '../../../lib/day-range.ts';
import { groupBy } from '../../../lib/lists.ts';
import { weekdayNamesFromMonday } from '../../../lib/weekdays.ts';
import {
  listCategories,
  listUnitNames,
  sumCompositions,
  sumLinesOfDrinks,
  sumRefundsByPerson,
  sumSalesByPayment,
} from './breakdown.queries.ts';
import { mostNights } from '../compare-sales.ts';
import { sumSalesInParts } from '../sales-in-parts.queries.ts';
import { type SalesScope, sumSales, sumSalesByUnit } from '../sales-sums.queries.ts';
import { listDrinkNames } from '../../drinks/drinks.queries.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { fieldError } from '../../shared/errors.ts';
import { readDrinkSums } from '../../sums/read-sums.queries.ts';
import { requireNightRules } from '../../venues/nights.ts';

interface BreakdownOptions extends Days {
  by: BreakdownKind;
  /** Of calendar days; business days of the venue without one. */
  timezone: string | undefined;
}

export interface Breakdown extends Days {
  by: BreakdownKind;
  rows: BreakdownRow[];
  total: RowFigures;
  note: string | null;
  asOf: Date;
}

type Figures = Pick<Breakdown, 'rows' | 'total'>;

/** Longest period of figures that are read from single sales. */
const mostNightsOfSales = 366;
/** Longest period in which the single sales of each drink are read beside their sums. */
const mostNightsOfLines = mostAveragedNights;
const ofSingleSales: readonly BreakdownKind[] = ['category', 'person', 'payment'];

/** Reads the figures of a period by drink, ingredient category, unit, hour, weekday, person or payment method. */
export async function readBreakdown(
  deps: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  scope: SalesScope,
  { by, from, to, timezone }: BreakdownOptions,
): Promise<Breakdown> {
  const asOf = deps.now();
  if (countDays(from, to) > mostNights)
    throw fieldError({ to: compareMessages.tooManyNights(mostNights) });
  const rules = await requireNightRules(deps, scope.venueId, timezone);
  const all = nightsOf(rules, from, to);
  const nights = all.slice(-mostNightsBy(by, all));
  const range = { startMs: nights[0]?.startMs ?? 0, endMs: nights.at(-1)?.endMs ?? 0 };
  const figures = await deps.reads.query((db) => readers[by](db, scope, { nights, range }));
  return {
    by,
    from: nights[0]?.day ?? from,
    to,
    ...figures,
    note: noteOf(by, nights.length, all.length),
    asOf,
  };
}

function noteOf(by: BreakdownKind, shown: number, asked: number): string | null {
  if (shown < asked) return breakdownMessages.latestDays(shown);
  return by === 'drink' && shown > mostNightsOfLines
    ? breakdownMessages.drinksOfDays(mostNightsOfLines)
    : null;
}

function mostNightsBy(by: BreakdownKind, nights: readonly Night[]): number {
  if (ofSingleSales.includes(by)) return mostNightsOfSales;
  const isDivided = by === 'hour' && countDivided(hoursOfNights(nights)) > mostDividedHours;
  return isDivided ? mostAveragedNights : nights.length;
}

interface Period {
  nights: readonly Night[];
  /** From the start of the first night to the end of the last. */
  range: TimeRange;
}

type Read = (db: Db, scope: SalesScope, period: Period) => Promise<Figures>;

const readers: Readonly<Record<BreakdownKind, Read>> = {
  drink: async (db, scope, { nights, range }) => {
    const sums = await readDrinkSums(db, scope, [range]);
    const keys = [...new Set(sums.map((row) => row.drink_key))];
    const names = await listDrinkNames(db, scope.venueId, keys);
    const sold = sums.map((row) => ({
      key: row.drink_key,
      name: row.name,
      glasses: row.glasses,
      pouredGlasses: row.poured_glasses,
      refundedGlasses: row.refunded_glasses,
      salesCents: row.sales_cents,
    }));
    const read =
      nights.length > mostNightsOfLines
        ? null
        : {
            lines: await sumLinesOfDrinks(db, scope, range),
            orders: (await sumSales(db, scope, range)).orders,
          };
    return breakdownByDrink(sold, new Map(names.map(({ id, name }) => [id, name])), read);
  },
  category: async (db, scope, { range }) =>
    breakdownByCategory(
      await sumCompositions(db, scope, range),
      await listCategories(db, scope.venueId),
    ),
  unit: async (db, scope, { range }) => {
    const names = await listUnitNames(db, scope.venueId);
    const units = await sumSalesByUnit(db, scope, [range]);
    return rowsOfSums(
      units.map((sums) => ({ key: sums.unitId, name: names.get(sums.unitId) ?? '', sums })),
    );
  },
  hour: (db, scope, { nights }) => {
    const hours = hoursOfNights(nights);
    const parts = hours.map((range) => ({ range, key: range.reading }));
    return byGroup(db, scope, parts, hourText);
  },
  weekday: (db, scope, { nights }) => {
    const parts = nights.map((range) => ({ range, key: weekdayIndex(range.day) }));
    return byGroup(db, scope, parts, (weekday) => weekdayNamesFromMonday[weekday] ?? '');
  },
  person: async (db, scope, { range }) => {
    const { refundCents } = await sumSales(db, scope, range);
    return byPerson(await sumRefundsByPerson(db, scope, range), refundCents);
  },
  payment: async (db, scope, { range }) => {
    const payments = await sumSalesByPayment(db, scope, range);
    return rowsOfSums(payments.map(({ key, ...sums }) => ({ key, name: paymentName(key), sums })));
  },
};

const rowsOfSums = (rows: readonly { key: string; name: string; sums: SaleSums }[]): Figures => ({
  rows: rows
    .filter(({ sums }) => sums.orders > 0)
    .map(({ key, name, sums }) => ({ key, name, ...figuresOfSums(sums) })),
  total: figuresOfSums(addUp(rows.map(({ sums }) => sums))),
});

/** Sums of parts of the period that have the same key, in the order of the keys' first parts. */
async function byGroup(
  db: Db,
  scope: SalesScope,
  parts: readonly { range: TimeRange; key: number }[],
  nameOf: (key: number) => string,
): Promise<Figures> {
  const ranges = parts.map(({ range }) => range);
  const sums = await sumSalesInParts(db, scope, ranges, sumNames, { perUnit: false });
  const byKey = groupBy(sums, ({ nth }) => parts[nth]?.key ?? 0);
  const keys = [...new Set(parts.map(({ key }) => key))];
  return rowsOfSums(
    keys.map((key) => ({
      key: String(key),
      name: nameOf(key),
      sums: addUp((byKey.get(key) ?? []).map(({ sums: ofRange }) => ofRange)),
    })),
  );
}

/** What no refund of a person made up is that of imported sales, and of refunds that no person requested. */
function byPerson(
  people: Awaited<ReturnType<typeof sumRefundsByPerson>>,
  refundCents: number,
): Figures {
  const known = people.flatMap(({ userId, name, refundCents: own }) =>
    userId === null || name === null ? [] : [{ key: userId, name, refundCents: own }],
  );
  const rest = known.reduce((left, one) => left - one.refundCents, refundCents);
  const rows = [
    ...known,
    ...(rest === 0
      ? []
      : [{ key: 'none', name: breakdownMessages.notRecorded, refundCents: rest }]),
  ];
  return {
    rows: rows.map((row) => ({ ...noFigures, ...row })),
    total: { ...noFigures, refundCents },
  };
}
