/** Sales of several venues side by side, each by its own clock. */
import pLimit from 'p-limit';
import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  type Against,
  calendarDays,
  type ComparedNights,
  compareNights,
  type Days,
} from '../../rules/compare/compared-nights.ts';
import {
  addFigures,
  type Figures,
  figuresOf,
  usualDeviation,
} from '../../rules/compare/figures.ts';
import { soFar } from '../../rules/compare/so-far.ts';
import { isOpenByHours, type Opening } from '../../rules/health/open-now.ts';
import type { IssueKind } from '../../rules/issues/issue-kinds.ts';
import {
  countDays,
  type Night,
  nightAt,
  type NightRules,
  shiftDay,
} from '../../rules/nights/nights.ts';
import { addUp } from '../../rules/reports/sales-totals.ts';
import { countIssues, type IssueFilter, listIssues } from '../issues/issues.queries.ts';
import { readIssues } from '../issues/read-issues.ts';
import { compareSales, type KnownOfVenue, requireComparable } from '../reports/compare-sales.ts';
import { findFirstSale, type SalesScope, sumSalesByUnit } from '../reports/sales-sums.queries.ts';
import { type MissedOfUnit, readMissedSales } from './missed-sales.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { listUnitContactsOf } from '../units/contact/unit-contact.queries.ts';
import { countUnitsOfVenues } from '../units/units-of-venues.queries.ts';
import { listHoursOf, listNightRowsOf, listNightRules } from '../venues/nights.queries.ts';
import { requireTimezone } from '../venues/nights.ts';
import { inAllVenues, inOneVenue } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'> & { readonly reads: Reads };

interface VenuesOptions {
  /** Null for the running night of each venue. */
  readonly days: Days | null;
  readonly against: Against;
  /** Of venues without a clock. */
  readonly timezone: string;
  readonly sameUnits: boolean;
  /** Kinds that are counted. */
  readonly issueKinds: readonly IssueKind[];
}

/** Two periods, of the units that were in contact in both. */
export interface Sides {
  current: Figures;
  other: Figures;
}

export interface ComparedVenue {
  venueId: string;
  name: string;
  timezone: string;
  /** Whether it is open now, by its hours; null where it has none. */
  isOpen: boolean | null;
  units: number;
  /** As in its sales report. */
  figures: Figures;
  compared: Sides | null;
  /** Open in both periods. */
  isLikeForLike: boolean;
  nights: { day: string; grossCents: number }[];
  unitNights: number | null;
  /** Of units that were offline; null for long periods. */
  missed: MissedOfUnit[] | null;
  issues: { all: number; urgent: number };
  firstIssue: string | null;
}

export interface VenueComparison {
  /** The venue that is furthest below what it usually sells comes first. */
  venues: ComparedVenue[];
  /** Venues that could not be read. */
  missing: { venueId: string; name: string }[];
  /** Of all venues that could be read. */
  total: Figures;
  likeForLike: (Sides & { venues: number }) | null;
  asOf: Date;
}

/** Each takes a few connections. */
const mostAtOnce = 3;
/** Longest period with a figure for each night. */
const mostNights = 35;

/** Compares the sales of each venue in a period with those in another. */
export async function compareVenues(
  deps: Deps,
  venues: readonly VenueRow[],
  options: VenuesOptions,
): Promise<VenueComparison> {
  const { days, against } = options;
  if (days) requireComparable({ ...days, against });
  const asOf = deps.now();
  const read = await inAllVenues(deps.db, async () => {
    const known = await readKnown(deps, venues, options, asOf.getTime());
    return pLimit(mostAtOnce).map(venues, async (venue) => {
      try {
        return await inOneVenue(venue.id, () =>
          compareVenue(deps, venue, known(venue), options, asOf.getTime()),
        );
      } catch (error) {
        // A request that is wrong is wrong for all of them.
        if (isRefusal(error)) throw error;
        return null;
      }
    });
  });
  const compared = read.filter((one) => one !== null);
  const both = compared.flatMap((one) => (one.isLikeForLike ? (one.compared ?? []) : []));
  return {
    venues: compared.toSorted((a, b) => deviationOf(a) - deviationOf(b)),
    missing: venues
      .filter((_, nth) => read[nth] === null)
      .map(({ id, name }) => ({ venueId: id, name })),
    total: addFigures(compared.map(({ figures }) => figures)),
    likeForLike:
      both.length === 0
        ? null
        : {
            venues: both.length,
            current: addFigures(both.map(({ current }) => current)),
            other: addFigures(both.map(({ other }) => other)),
          },
    asOf,
  };
}

const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status < 500;

/** What cannot be compared is neither above nor below. */
const deviationOf = ({ compared, isLikeForLike }: ComparedVenue): number =>
  compared && isLikeForLike ? usualDeviation(compared.current, compared.other) : 0;

async function compareVenue(
  deps: Deps,
  { id: venueId, name, created_at: createdAt }: VenueRow,
  known: KnownHere,
  { issueKinds, timezone, sameUnits, against }: VenuesOptions,
  nowMs: number,
): Promise<ComparedVenue> {
  const { db, reads } = deps;
  const { days, isOpen, units } = known;
  const scope = { venueId, unitId: null };
  const compared = await compareSales(deps, scope, {
    ...days,
    against,
    soFar: true,
    sameUnits,
    timezone: undefined,
    known,
  });
  const { current, other, spans } = compared;
  const otherStartMs = Math.min(...spans.others.map(({ startMs }) => startMs));
  const firstSale =
    createdAt.getTime() > otherStartMs
      ? await reads.query((recent) => findFirstSale(recent, venueId))
      : null;
  const openedMs = Math.min(createdAt.getTime(), firstSale?.getTime() ?? Infinity);
  const issues = { venueId, now: new Date(nowMs), kinds: issueKinds, state: 'open' } as const;
  const { counts, first } = await db
    .transaction()
    .execute((transaction) => readFirstIssue(transaction, issues));
  return {
    venueId,
    name,
    timezone: compared.nights.pairs.at(-1)?.current.timezone ?? timezone,
    isOpen,
    units,
    figures: figuresOf(addUp(compared.soldByUnit)),
    compared: other && { current, other },
    isLikeForLike: other !== null && openedMs <= otherStartMs,
    ...(countDays(days.from, days.to) > mostNights
      ? { nights: [], unitNights: null, missed: null }
      : {
          ...(await readNights(deps, scope, compared.nights, nowMs)),
          missed: await readMissedSales(deps, venueId, {
            of: known,
            nights: compared.nights.pairs.map((pair) => pair.current),
            nowMs,
          }),
        }),
    issues: { all: counts.all, urgent: counts.urgent },
    firstIssue: first?.state === 'open' ? first.text : null,
  };
}

/** Number of issues, and the first of those that are neither seen nor snoozed. */
async function readFirstIssue(db: Db, issues: IssueFilter) {
  const counts = await countIssues(db, issues);
  const refs = counts.all === 0 ? [] : await listIssues(db, issues, { after: undefined, size: 1 });
  const [first] = refs.length === 0 ? [] : await readIssues(db, issues, refs);
  return { counts, first };
}

/** The longest time between a night and one that it is compared with, beside the length of the period. */
const furthestDays = 366;

interface KnownHere extends KnownOfVenue {
  days: Days;
  opening: Opening;
  isOpen: boolean | null;
  units: number;
}

/** Clocks, hours and nights of each venue, its units and their contacts. */
async function readKnown(
  { db }: Deps,
  venues: readonly VenueRow[],
  { timezone, days, against }: VenuesOptions,
  nowMs: number,
): Promise<(venue: VenueRow) => KnownHere> {
  const ids = venues.map(({ id }) => id);
  // The night that runs anywhere is of one of these days, and hours of the one before may hold now.
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const [first, last] = [shiftDay(today, -3), shiftDay(today, 1)];
  const { from, to } = days ?? { from: first, to: last };
  const earliest = shiftDay(from, -countDays(from, to) - furthestDays);
  const [rules, rows, hours, contacts, units] = await Promise.all([
    listNightRules(db, ids),
    listNightRowsOf(db, ids, earliest < first ? earliest : first, to > last ? to : last),
    listHoursOf(db, ids),
    listUnitContactsOf(db, ids),
    countUnitsOfVenues(db, ids),
  ]);
  const calendar = calendarDays(requireTimezone(timezone));
  const rowsOf = groupBy(rows, (row) => row.venue_id);
  const hoursOf = groupBy(hours, (row) => row.venue_id);
  const contactsOf = groupBy(contacts, ({ venueId }) => venueId);
  /** Nights of each clock: venues have few different ones. */
  const byClock = new Map<string, { now: Night; days: Days; nights: ComparedNights }>();
  const nightsOf = (own: NightRules) => {
    const key = JSON.stringify([own.clocks, [...own.ends]]);
    const found = byClock.get(key);
    if (found) return found;
    const now = nightAt(own, nowMs);
    const asked = days ?? { from: now.day, to: now.day };
    const nights = compareNights(own, { ...asked, against, soFar: true, nowMs });
    byClock.set(key, { now, days: asked, nights });
    return { now, days: asked, nights };
  };
  return ({ id }) => {
    const own = rules.get(id) ?? calendar;
    const { now, ...compared } = nightsOf(own);
    const marks = new Map((rowsOf.get(id) ?? []).map((row) => [row.day, row]));
    const opening = {
      hours: hoursOf.get(id) ?? [],
      closedDays: new Set([...marks].filter(([, { closed }]) => closed).map(([day]) => day)),
    };
    return {
      ...compared,
      rules: own,
      marks,
      opening,
      isOpen: isOpenByHours(nowMs, now, opening),
      units: units.get(id) ?? 0,
      contacts: contactsOf.get(id) ?? [],
    };
  };
}

async function readNights(
  { reads }: Deps,
  scope: SalesScope,
  { pairs }: ComparedNights,
  nowMs: number,
): Promise<Pick<ComparedVenue, 'nights' | 'unitNights'>> {
  const nights = pairs.map(({ current }) => current).filter(({ startMs }) => startMs < nowMs);
  const sums = await reads.query((recent) =>
    sumSalesByUnit(
      recent,
      scope,
      nights.map((night) => soFar(night, nowMs)),
    ),
  );
  const byNight = groupBy(sums, ({ nth }) => nth);
  return {
    nights: nights.map(({ day }, nth) => ({
      day,
      grossCents: figuresOf(addUp(byNight.get(nth) ?? [])).grossCents,
    })),
    unitNights: sums.filter(({ orders }) => orders > 0).length,
  };
}
