import type { Reads } from '../../db/pool/reads.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import {
  compareNotes,
  hoursOfAll,
  isCounted,
  type NightMark,
} from '../../rules/compare/compare-notes.ts';
import {
  type Against,
  bounds,
  type ComparedNights,
  compareNights,
  type CompareOptions,
  type Days,
  joinTimeRanges,
  type OtherNight,
  whyNotAgainst,
} from '../../rules/compare/compared-nights.ts';
import {
  daysOfSelling,
  type Figures,
  figuresOf,
  isMissed,
  meanFigures,
  mostNightsOfGaps,
  sellingHours,
  silentAfterMs,
} from '../../rules/compare/figures.ts';
import { countByReading, countDays, type NightRules } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { addSums, addUp, type SaleSums, totalsOf } from '../../rules/reports/sales-totals.ts';
import {
  type SalesScope,
  sumLateSales,
  sumSalesByUnit,
  type UnitSums,
} from './sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import {
  listGaps,
  listUnitContacts,
  type UnitContact,
} from '../units/contact/unit-contact.queries.ts';
import { listNightRows, sumOrdersByHour } from '../venues/nights.queries.ts';
import { requireNightRules } from '../venues/nights.ts';

/** Longest period, in days. */
export const mostNights = 4000;

export interface ComparisonOptions extends Omit<CompareOptions, 'nowMs'> {
  /** Of calendar days; business days of the venue without one. */
  timezone: string | undefined;
  /** Read before, for several venues at once. */
  known?: KnownOfVenue;
  sameUnits: boolean;
}

export interface KnownOfVenue {
  rules: NightRules;
  nights: ComparedNights;
  /** Of at least these nights. */
  marks: ReadonlyMap<string, NightMark>;
  contacts: readonly UnitContact[];
}

export interface Comparison {
  against: Against;
  nights: ComparedNights;
  /** Of each pair, the nights that count. */
  counting: OtherNight[][];
  /** Of all units, those that are left out too. */
  soldByUnit: UnitSums[];
  current: Figures;
  other: Figures | null;
  /** What of both arrived late. */
  late: { current: Figures; other: Figures | null };
  hours: { current: number; other: number | null };
  spans: { current: TimeRange; others: TimeRange[] };
  leftOut: SilentUnit[];
  broughtBack: SilentUnit[];
  notes: string[];
  asOf: Date;
}

/** Throws 400 for a period that cannot be compared. */
export function requireComparable(asked: Days & { against: Against }): void {
  const why = whyNotAgainst(asked.against, asked);
  if (why !== null) throw fieldError({ against: why });
  if (countDays(asked.from, asked.to) > mostNights)
    throw fieldError({ to: compareMessages.tooManyNights(mostNights) });
}

/** Compares the sales of a period with those of another. Reads sums, however long the period is. */
export async function compareSales(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  scope: SalesScope,
  { sameUnits, timezone, known, ...asked }: ComparisonOptions,
): Promise<Comparison> {
  const asOf = now();
  const nowMs = asOf.getTime();
  const { from, to, against } = asked;
  requireComparable(asked);
  const nights =
    known?.nights ??
    compareNights(await requireNightRules({ db }, scope.venueId, timezone), { ...asked, nowMs });
  const others = nights.pairs.flatMap((pair) => pair.others);
  const ranges = rangesOf(nights, against === 'average4');
  const spans = spansOf(nights);
  const [{ sums, late }, marks, silent] = await Promise.all([
    reads.query((recent) =>
      recent.transaction().execute(async (transaction) => ({
        sums: await sumSalesByUnit(transaction, scope, ranges),
        late: await sumLateSales(transaction, scope, ranges),
      })),
    ),
    known?.marks ??
      readMarks(db, scope.venueId, [from, to, ...others.map(({ night }) => night.day)]),
    findSilentUnits({ db, reads }, scope, {
      contacts: known?.contacts,
      sides: [spans.current, ...spans.others],
      nights: nights.pairs.length,
      timezone: nights.pairs.at(-1)?.current.timezone ?? 'UTC',
      nowMs,
    }),
  ]);
  const sellers = new Set(sums.filter(({ orders }) => orders > 0).map(({ unitId }) => unitId));
  // A unit without sales on either side makes no difference.
  const missing = silent.filter(({ unitId }) => sellers.has(unitId));
  const leftOut = sameUnits ? missing : [];
  const out = new Set(leftOut.map(({ unitId }) => unitId));
  const isIn = ({ unitId }: UnitSums): boolean => !out.has(unitId);
  const counted = sums.filter(isIn);
  const sumOf = summing(counted, ranges);
  const isEmpty = ({ night }: OtherNight): boolean =>
    against === 'average4' && sumOf([night]).orders === 0;
  const isAveraged = (one: OtherNight): boolean =>
    against !== 'average4' || (isCounted(marks.get(one.night.day)) && !isEmpty(one));
  const counting = nights.pairs.map((pair) => pair.others.filter(isAveraged));
  const isAllOut = out.size > 0 && counted.every(({ orders }) => orders === 0);
  const sidesOf = (sum: typeof sumOf): Comparison['late'] => ({
    current: figuresOf(sum([nights.current])),
    other:
      isAllOut || others.length === 0
        ? null
        : against === 'average4'
          ? meanFigures(counting.map((some) => some.map(({ part }) => sum([part]))))
          : figuresOf(sum(joinTimeRanges(others.map(({ part }) => part)))),
  });
  const { current, other } = sidesOf(sumOf);
  const hours = {
    current: hoursOfAll(nights.pairs.map(({ current }) => begun(current, nights, nowMs))),
    other: other && hoursOfOthers(counting),
  };
  const pairs = nights.pairs.map((pair) => ({
    current: pair.current,
    others: pair.others.map(({ night }) => night),
    empty: pair.others.filter(isEmpty).map(({ night }) => night),
  }));
  return {
    against,
    nights,
    counting,
    soldByUnit: sums.filter(({ nth }) => nth === 0),
    current,
    other,
    late: sidesOf(summing(late.filter(isIn), ranges)),
    hours,
    spans: spansOf(nights, isAveraged),
    leftOut,
    broughtBack: sameUnits ? [] : missing,
    notes: [
      ...(isAllOut ? [compareMessages.allLeftOut] : []),
      ...(others.length === 0 && against !== 'average4' ? [compareMessages.noNight] : []),
      ...compareNotes({ against, pairs, marks, hours }),
    ],
    asOf,
  };
}

async function readMarks(
  db: AppDeps['db'],
  venueId: string,
  days: readonly string[],
): Promise<ReadonlyMap<string, NightMark>> {
  const [first, last] = bounds(days);
  if (first === undefined || last === undefined) return new Map();
  const rows = await listNightRows(db, venueId, first, last);
  return new Map(rows.map((row) => [row.day, row]));
}

/** Ranges to sum, first that of the period: a mean needs each of its nights, also the whole ones, which decide if anything was sold. */
function rangesOf({ current, pairs }: ComparedNights, isMean: boolean): TimeRange[] {
  const others = pairs.flatMap((pair) => pair.others);
  const parts = others.map(({ part }) => part);
  const read = isMean ? [...parts, ...others.map(({ night }) => night)] : joinTimeRanges(parts);
  const byKey = new Map([current, ...read].map((range) => [keyOf(range), range]));
  return [...byKey.values()];
}

const keyOf = ({ startMs, endMs }: TimeRange): string => `${startMs} ${endMs}`;

/** Sum over ranges that were read. */
function summing(sums: readonly UnitSums[], ranges: readonly TimeRange[]) {
  const none = totalsOf([]);
  const byRange = ranges.map((): SaleSums => none);
  for (const one of sums) byRange[one.nth] = addSums(byRange[one.nth] ?? none, one);
  const nthOf = new Map(ranges.map((range, nth) => [keyOf(range), nth]));
  return (some: readonly TimeRange[]): SaleSums =>
    addUp(some.map((range) => byRange[nthOf.get(keyOf(range)) ?? -1] ?? none));
}

/** The part of a night that has passed, where it is compared so far. */
const begun = (
  { startMs, endMs }: TimeRange,
  { reading }: ComparedNights,
  nowMs: number,
): TimeRange => ({ startMs, endMs: reading === null ? endMs : Math.min(endMs, nowMs) });

/** Spans of both sides; a mean has one for each week before, without nights that it does not count. */
function spansOf(
  nights: ComparedNights,
  isShown: (other: OtherNight) => boolean = () => true,
): Comparison['spans'] {
  const most = Math.max(0, ...nights.pairs.map(({ others }) => others.length));
  const others = Array.from({ length: most }, (_, nth) => {
    const ofWeek = nights.pairs.flatMap((pair) => pair.others[nth] ?? []);
    return joinTimeRanges(ofWeek.filter(isShown).map(({ part }) => part));
  });
  return { current: nights.current, others: others.flat() };
}

/** Sum over the nights of the mean hours of those that each is compared with. */
function hoursOfOthers(nights: readonly (readonly OtherNight[])[]): number {
  const lengths = nights
    .filter((others) => others.length > 0)
    .map((others) => hoursOfAll(others.map(({ part }) => part)) / others.length);
  return Math.round(100 * lengths.reduce((sum, length) => sum + length, 0)) / 100;
}

const dayMs = 86_400_000;

export interface SilentUnit extends UnitContact {
  from: Date;
  /** Null while it is not in contact. */
  until: Date | null;
}

interface About {
  /** Parts of time that are compared. */
  sides: readonly TimeRange[];
  /** Of the period. */
  nights: number;
  timezone: string;
  nowMs: number;
  /** Read before, for several venues. */
  contacts: readonly UnitContact[] | undefined;
}

/**
 * Units that were not in contact for two hours or more in which the venue sells, on either side, with the latest such
 * time. A unit that never was in contact has none.
 */
async function findSilentUnits(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  { venueId, unitId }: SalesScope,
  { sides, nights, timezone, nowMs, contacts: known }: About,
): Promise<SilentUnit[]> {
  const whole = {
    startMs: Math.min(...sides.map(({ startMs }) => startMs)),
    endMs: Math.max(...sides.map(({ endMs }) => endMs)),
  };
  const [contacts, stored] = await Promise.all([
    known ?? listUnitContacts(db, venueId),
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
