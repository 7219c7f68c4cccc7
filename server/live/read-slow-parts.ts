import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { severities } from '../../rules/alerts/alert-kinds.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { effectiveCount, paceOf } from '../../rules/forecast/demand.ts';
import {
  addTaken,
  bandOf,
  type BandPoint,
  batchOfAmounts,
  curveOf,
  type CurvePoint,
  hoursWithin,
  nothingTaken,
  ordersToCome,
  type Step,
  type Taken,
} from '../../rules/live/night-curve.ts';
import { type Night, nightOf, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import {
  countWaiting,
  type ListedAlert,
  listOpenAlerts,
  listVersions,
  type WaitingAlerts,
} from '../alerts/alerts.queries.ts';
import { listCases, sumOpenCases } from '../cases/cases.queries.ts';
import { type ReadCase, readCases } from '../cases/read-cases.ts';
import { getStockForecast, type StockForecast } from '../forecast/get-stock-forecast.ts';
import { listUnits } from '../forecast/forecast.queries.ts';
import { countIssues } from '../issues/issues.queries.ts';
import { compareSales, type Comparison } from '../reports/compare-sales.ts';
import { sumSalesByUnit } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules, listNightRows, type NightRow } from '../venues/nights.queries.ts';
import { readExpectations } from '../venues/health/read-expectations.ts';
import { getVenueHealth, type VenueHealth } from '../venues/health/venue-health.ts';

export type LiveDeps = Pick<AppDeps, 'db' | 'now' | 'flags' | 'readRouter'>;

/** Whose night it is; timezone is that of a venue without a clock. */
export interface LivePlace {
  venueId: string;
  timezone: string;
}

/** A night of the past: its curve by hours, and how many orders it had. */
interface PastNight {
  curve: CurvePoint[];
  orders: number;
}

/** Whole night, after refunds. */
interface NightPace {
  low: Taken;
  likely: Taken;
  high: Taken;
}

/** What is computed for all streams of a venue together, every 20 seconds. */
export interface SlowParts {
  row: NightRow | undefined;
  comparison: Comparison | null;
  before: CurvePoint[];
  band: BandPoint[];
  pace: NightPace | null;
  stock: StockForecast;
  health: VenueHealth;
}

const weeksOfBand = [1, 2, 3, 4];

export const rulesOf = async (db: Db, { venueId, timezone }: LivePlace): Promise<NightRules> =>
  (await findNightRules(db, venueId)) ?? calendarDays(timezone);

/** Nothing of it reads more than stored sums of a few nights, or what existing queries read. */
export async function readSlowParts(
  deps: LiveDeps,
  place: LivePlace,
  { night, steps }: { night: Night; steps: ReadonlyMap<number, Step> },
): Promise<SlowParts> {
  const { db } = deps;
  const { venueId, timezone } = place;
  const reads: Reads = deps.readRouter.after(null);
  const ownRules = await findNightRules(db, venueId);
  const rules = ownRules ?? calendarDays(timezone);
  const rows = await listNightRows(db, venueId, shiftDay(night.day, -28), night.day);
  const past = await reads.query((recent) =>
    readPastNights(recent, venueId, { rules, night, rows }),
  );
  const compared = {
    from: night.day,
    to: night.day,
    against: 'weekday',
    soFar: true,
    sameUnits: true,
    timezone: ownRules ? undefined : timezone,
  } as const;
  const forStock = { timezone, horizon: 'close' } as const;
  const comparison = await compareSales({ ...deps, reads }, { venueId, unitId: null }, compared);
  const pace = await readPace(deps, place, { rules, night, steps, past });
  const [lastWeek] = past;
  return {
    row: rows.find(({ day }) => day === night.day),
    comparison,
    before: lastWeek?.isCounted === false ? [] : (lastWeek?.curve ?? []),
    band: bandOf(past.filter(({ isCounted }) => isCounted).map(({ curve }) => curve)),
    pace,
    stock: await getStockForecast({ ...deps, reads }, venueId, forStock),
    health: await getVenueHealth({ ...deps, reads }, venueId, timezone),
  };
}

interface CountedNight extends PastNight {
  /** False for nights without sales, and those that were closed or special. */
  isCounted: boolean;
}

/** The same nights of the last four weeks, latest first, from stored sums of hours, in one statement. */
async function readPastNights(
  db: Db,
  venueId: string,
  { rules, night, rows }: { rules: NightRules; night: Night; rows: readonly NightRow[] },
): Promise<CountedNight[]> {
  const left = new Set(rows.filter((row) => row.closed || row.special).map(({ day }) => day));
  const nights = weeksOfBand.map((weeks) => nightOf(rules, shiftDay(night.day, -7 * weeks)));
  const hours = nights.flatMap((one, nth) =>
    hoursWithin(one).map((hour) => ({ ...hour, of: nth })),
  );
  const parts = nights.map(() => new Map<number, Taken>());
  const orders = nights.map(() => 0);
  for (const sums of await sumSalesByUnit(db, { venueId, unitId: null }, hours)) {
    const hour = hours[sums.nth];
    if (!hour) continue;
    const ofNight = parts[hour.of];
    const taken = {
      cents: sums.salesCents + sums.taxCents + sums.tipCents,
      drinks: sums.servings,
    };
    ofNight?.set(hour.endMs, addTaken(ofNight.get(hour.endMs) ?? nothingTaken, taken));
    orders[hour.of] = (orders[hour.of] ?? 0) + sums.orders;
  }
  return nights.map((one, nth) => ({
    curve: curveOf(one, parts[nth] ?? new Map()),
    orders: orders[nth] ?? 0,
    isCounted: !left.has(one.day) && (orders[nth] ?? 0) > 0,
  }));
}

interface Tonight {
  rules: NightRules;
  night: Night;
  steps: ReadonlyMap<number, Step>;
  past: readonly CountedNight[];
}

/** What was taken so far, and what is expected of the rest of the night; null where too little is known. */
async function readPace(
  { db, now, readRouter }: LiveDeps,
  { venueId }: LivePlace,
  { rules, night, steps, past }: Tonight,
): Promise<NightPace | null> {
  const nowMs = now().getTime();
  const listSince = async () =>
    (await listUnits(db, venueId)).map(({ id, created_at }) => ({
      unitId: id,
      createdMs: created_at.getTime(),
    }));
  const { expected, sold, together } = await readRouter
    .after(null)
    .query((recent) => readExpectations(recent, venueId, { rules, night, nowMs }, listSince));
  const whole = together([...expected.keys()]);
  if (whole === null) return null;
  const soldOrders = [...sold.values()].reduce((sum, orders) => sum + orders, 0);
  const { expectation, variance, totals } = whole;
  const tonight = [...steps.values()].reduce(
    (sum, step) => ({
      ...addTaken(sum, step),
      orders: sum.orders + step.orders,
      squares: sum.squares + step.squares,
    }),
    { ...nothingTaken, orders: 0, squares: 0 },
  );
  const mean = meanOrder([
    tonight,
    ...past
      .filter(({ isCounted }) => isCounted)
      .map(({ curve, orders }) => ({ ...(curve.at(-1) ?? nothingTaken), orders })),
  ]);
  if (mean === null) return null;
  const pace = paceOf({ variance, sold: soldOrders, expected: expectation.until(nowMs) });
  const { orders, squares, cents } = tonight;
  const batch = batchOfAmounts({ orders, squares, sum: cents / 100 });
  const nights = Math.max(1, effectiveCount(totals.map(({ weight }) => weight)));
  const toCome = ordersToCome({ expectation, pace, variance, nights, batch }, nowMs, night.endMs);
  const after = (more: number): Taken => ({
    cents: Math.round(tonight.cents + more * mean.cents),
    drinks: Math.round(tonight.drinks + more * mean.drinks),
  });
  return { low: after(toCome.low), likely: after(toCome.likely), high: after(toCome.high) };
}

/** Mean amount and drinks of an order over these nights; null without any. */
function meanOrder(nights: readonly (Taken & { orders: number })[]): Taken | null {
  const sum = nights.reduce(
    (all, one) => ({ ...addTaken(all, one), orders: all.orders + one.orders }),
    { ...nothingTaken, orders: 0 },
  );
  if (sum.orders === 0) return null;
  return { cents: sum.cents / sum.orders, drinks: sum.drinks / sum.orders };
}

const shown = 5;

export interface LiveAlerts {
  version: number;
  waiting: WaitingAlerts;
  /** Most urgent first. */
  latest: ListedAlert[];
}

/** Counts the alerts of a venue that wait, and reads the most urgent of them. */
export async function readLiveAlerts(db: Db, venueId: string, now: Date): Promise<LiveAlerts> {
  // First, so that a change meanwhile is a newer version.
  const versions = await listVersions(db, [venueId]);
  const waiting = await countWaiting(db, venueId, now);
  const open = waiting.all === 0 ? [] : await listOpenAlerts(db, venueId);
  const latest = open
    .filter(
      ({ acknowledged_at, snoozed_until }) =>
        !acknowledged_at && !(snoozed_until && snoozed_until > now),
    )
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
    .slice(0, shown);
  return { version: versions.get(venueId) ?? 0, waiting, latest };
}

export interface OpenCases {
  /** Groups that are neither seen nor snoozed, as counted in the list of issues. */
  open: number;
  glasses: number;
  owedCents: number;
  /** Newest group first. */
  latest: ReadCase[];
}

/** Counts the open failed pours of a venue, and reads the newest of their cases. */
export async function readOpenCases(db: Db, venueId: string, now: Date): Promise<OpenCases> {
  const { open: cases, glasses, owed_cents: owedCents } = await sumOpenCases(db, venueId);
  if (cases === 0) return { open: 0, glasses, owedCents, latest: [] };
  const issues = { venueId, now, kinds: ['failedPours'], state: 'open' } as const;
  const { failedPours: open } = await countIssues(db, issues);
  const filter = { venueId, unitId: null, cause: undefined, state: 'open', range: null } as const;
  const page = await listCases(db, filter, { before: undefined, size: shown });
  return { open, glasses, owedCents, latest: await readCases(db, page) };
}
