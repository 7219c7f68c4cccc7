import type { Reads } from '../../../db/pool/reads.ts';
import type { Db } from '../../../db/tables/tables.ts';
import { groupBy } from '../../../lib/lists.ts';
import { calendarDays } from '../../../rules/compare/compared-nights.ts';
import { aheadAfterMs } from '../../../rules/health/health-messages.ts';
import {
  clockSkewMs,
  contactStateOf,
  leastOfflineMs,
  quietOf,
  type Selling,
} from '../../../rules/health/contact-state.ts';
import {
  countLastGlasses,
  daysOfUsualRate,
  type FailureRate,
  failureRateOf,
  glassesCounted,
  hoursCounted,
  leastFailed,
  type PouredLine,
} from '../../../rules/health/failure-rate.ts';
import {
  type Finding,
  findingsOf,
  stateText,
  type UnitFacts,
} from '../../../rules/health/findings.ts';
import { isOpenAt } from '../../../rules/health/open-now.ts';
import { type Night, nightAt, type NightRules, shiftDay } from '../../../rules/nights/nights.ts';
import { findOutage } from '../../jobs/jobs.queries.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { findNightRules, listHours, listNightRows, type NightRow } from '../nights.queries.ts';
import { countOpenRefusedSales, listUnitActivity, type UnitActivity } from '../overview.queries.ts';
import { type Expectations, readExpectations } from './read-expectations.ts';
import {
  countUsualFailures,
  type EndedGap,
  listEndedGaps,
  listFailingUnits,
  listLastLines,
  listPaidSales,
  listMaintenance,
  listUnitReports,
  type PaidSales,
  type MaintenanceRow,
  type UnitReport,
} from './venue-health.queries.ts';

const hourMs = 3_600_000;
/** Sales are expected again from the end of maintenance. */
const maintenanceReadMs = 24 * hourMs;
const gapsReadMs = hourMs;
/** A unit whose last paid sale is older is one of free drinks. */
const paidReadMs = 24 * hourMs;
/** After an outage of the server, units have this long to be in contact again. */
const settlingMs = 10 * 60_000;

export interface UnitHealth {
  activity: UnitActivity;
  report: UnitReport | undefined;
  facts: UnitFacts;
  text: string;
  /** Number of open ones. */
  refusedSales: number;
}

export interface VenueHealth {
  nowMs: number;
  night: Night;
  /** Changes of the running night; null for a venue without a clock. */
  marks: Pick<NightRow, 'day' | 'closed'> | null;
  isOpen: boolean;
  /** False where neither hours nor sales show when it is open: isOpen is true then. */
  isOpeningKnown: boolean;
  /** False for a while after the server was down. */
  isWatched: boolean;
  units: UnitHealth[];
  findings: Finding[];
}

/**
 * Reads the health of all units of a venue: contact, sales against what the night leads to expect, failures, reader and
 * clock. The number of statements does not depend on the number of units.
 * @param timezone of a venue without a clock; null where it is not known, and its hours say nothing then
 */
export async function getVenueHealth(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  timezone: string | null,
): Promise<VenueHealth> {
  const nowMs = now().getTime();
  const ownRules = await findNightRules(db, venueId);
  const rules: NightRules = ownRules ?? calendarDays(timezone ?? 'UTC');
  const night = nightAt(rules, nowMs);
  const ago = (ms: number): Date => new Date(nowMs - ms);
  const listed = listUnitReports(db, venueId, ago(leastOfflineMs));
  const [activity, reports, expectations, states] = await Promise.all([
    reads.query((recent) => listUnitActivity(recent, venueId, new Date(nowMs + aheadAfterMs))),
    listed,
    reads.query((recent) =>
      readExpectations(recent, venueId, { rules, night, nowMs }, () => listed.then(createdOf)),
    ),
    readStates(db, venueId, { nowMs, day: night.day }),
  ]);
  const { refused, rates, nights, maintenance, gaps, outage } = states;
  const hours = ownRules === null && timezone === null ? [] : states.hours;
  const reportOf = new Map(reports.map((report) => [report.unit_id, report]));
  const { expected, sold, together } = expectations;
  const outageMs = outage && { fromMs: outage.from.getTime(), untilMs: outage.until.getTime() };
  const maintenanceOf = new Map(maintenance.map((row) => [row.unit_id, row]));
  // A gap of an outage of the server is not one of the unit.
  const ownGaps = gaps.filter(
    ({ from_at, until_at }) => !outage || until_at <= outage.from || from_at >= outage.until,
  );
  const gapOf = new Map(ownGaps.map((gap) => [gap.unit_id, gap]));
  const working = activity.filter(({ id }) => !isRunning(maintenanceOf.get(id), nowMs));
  const whole = together(working.map(({ id }) => id));
  const closedDays = new Set(nights.filter(({ closed }) => closed).map(({ day }) => day));
  const ofVenue =
    working.length === activity.length ? whole : together(activity.map(({ id }) => id));
  const isOpen = isOpenAt(nowMs, night, { hours, closedDays }, ofVenue?.expectation ?? null);
  const about = { nightStartMs: night.startMs, nowMs, isOpen };
  const resumedMs = outageMs && outageMs.untilMs <= nowMs ? outageMs.untilMs : null;

  const free = activity.filter(({ is_last_free }) => is_last_free).map(({ id }) => id);
  const paid =
    free.length === 0
      ? []
      : await listPaidSales(db, venueId, free, {
          since: ago(paidReadMs),
          night: new Date(night.startMs),
          until: new Date(nowMs),
        });
  const paidOf = new Map(paid.map((row) => [row.unit_id, row]));
  const sources = { expected, sold, reportOf, maintenanceOf, gapOf, rates, paidOf, resumedMs };
  const facts = activity.map((unit) => unitFacts(unit, sources, about));
  const venue = {
    nowMs,
    timezone: night.timezone,
    isOpen,
    isWatched: outageMs === null || nowMs - outageMs.untilMs >= settlingMs,
    quiet:
      whole && working.length > 1
        ? quietOf(
            {
              ...whole,
              sold: working.reduce((sum, { id }) => sum + (sold.get(id) ?? 0), 0),
              lastSoldMs: working.reduce<number | null>(
                (last, unit) => latest(last, unit.last_sold_at?.getTime() ?? null),
                null,
              ),
              resumedMs,
            },
            about,
          )
        : null,
  };
  const findings = findingsOf(facts, venue);
  const findingsByUnit = groupBy(findings, ({ unit }) => unit);
  return {
    nowMs,
    night,
    marks: ownRules && { day: night.day, closed: closedDays.has(night.day) },
    isOpen,
    isOpeningKnown: hours.length > 0 || ofVenue !== null,
    isWatched: venue.isWatched,
    units: activity.flatMap((unit, nth) => {
      const known = facts[nth];
      if (!known) return [];
      return {
        activity: unit,
        report: reportOf.get(unit.id),
        facts: known,
        text: stateText(known, findingsByUnit.get(nth) ?? [], venue),
        refusedSales: refused.get(unit.id) ?? 0,
      };
    }),
    findings,
  };
}

/** Short reads, which a transaction makes cheaper: each on its own would set the tenant again. */
const readStates = (db: Db, venueId: string, { nowMs, day }: { nowMs: number; day: string }) =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => ({
      refused: await countOpenRefusedSales(transaction, venueId),
      rates: await readFailureRates(transaction, venueId, nowMs),
      hours: await listHours(transaction, venueId),
      // Hours of the days around it may hold now.
      nights: await listNightRows(transaction, venueId, shiftDay(day, -2), shiftDay(day, 1)),
      maintenance: await listMaintenance(transaction, venueId, new Date(nowMs - maintenanceReadMs)),
      gaps: await listEndedGaps(transaction, venueId, new Date(nowMs - gapsReadMs)),
      outage: await findOutage(transaction, new Date(nowMs)),
    }));

const createdOf = (reports: readonly UnitReport[]) =>
  reports.map((report) => ({ unitId: report.unit_id, createdMs: report.created_at.getTime() }));

const isRunning = (maintenance: MaintenanceRow | undefined, nowMs: number): boolean =>
  maintenance !== undefined && maintenance.until_at.getTime() > nowMs;

/** What was read of the units of a venue, by unit. */
export interface Sources extends Pick<Expectations, 'expected' | 'sold'> {
  reportOf: ReadonlyMap<string, UnitReport>;
  maintenanceOf: ReadonlyMap<string, MaintenanceRow>;
  gapOf: ReadonlyMap<string, EndedGap>;
  rates: ReadonlyMap<string, FailureRate>;
  /** Of units whose last sale was free. */
  paidOf: ReadonlyMap<string, PaidSales>;
  /** End of the last outage of the server. */
  resumedMs: number | null;
}

/** Collects the facts about a unit that decide what is found wrong with it. */
export function unitFacts(
  { id, last_sold_at, dated_ahead, impossible_date }: UnitActivity,
  { expected, sold, reportOf, maintenanceOf, gapOf, rates, paidOf, resumedMs }: Sources,
  about: { nightStartMs: number; nowMs: number; isOpen: boolean },
): UnitFacts {
  const [report, gap, ours] = [reportOf.get(id), gapOf.get(id), expected.get(id)];
  const maintenance = maintenanceOf.get(id);
  const servedMs = maintenance?.until_at.getTime() ?? null;
  const lastContactMs = report?.last_contact_at?.getTime() ?? null;
  const lastSoldMs = last_sold_at?.getTime() ?? null;
  const state = contactStateOf(lastContactMs, report?.contact_gaps_s ?? [], about.nowMs);
  const isServed = servedMs !== null && servedMs <= about.nowMs;
  // Not spread from `ours`, which takes some microseconds for each unit.
  const selling = ours && {
    expectation: ours.expectation,
    variance: ours.variance,
    sold: sold.get(id) ?? 0,
    lastSoldMs,
    resumedMs: latest(resumedMs, isServed ? servedMs : null),
  };
  const paid = paidOf.get(id);
  return {
    state,
    lastContactMs,
    lastSoldMs,
    quiet: selling ? quietOf(selling, about) : null,
    paid: selling && paid ? paidFacts(selling, paid, about) : null,
    failureRate: rates.get(id) ?? null,
    // A reader that was reported before the contact was lost says nothing of now.
    reader: state === 'online' ? (report?.reader_state ?? 'unknown') : 'unknown',
    skewMs: clockSkewMs(report?.clock_skews_ms ?? []),
    oldMenuMs: report?.old_menu_since?.getTime() ?? null,
    aheadMs: dated_ahead?.getTime() ?? null,
    impossibleMs: impossible_date?.getTime() ?? null,
    maintenance: maintenance
      ? {
          fromMs: maintenance.from_at.getTime(),
          untilMs: maintenance.until_at.getTime(),
          isEnded: maintenance.ended_by !== null,
          reason: maintenance.reason,
        }
      : null,
    gap: gap
      ? {
          fromMs: gap.from_at.getTime(),
          untilMs: gap.until_at.getTime(),
          lateSales: gap.late_sales,
        }
      : null,
  };
}

/** How long a unit was not paid, where the paid share of its sales is as before. */
function paidFacts(
  { expectation, ...selling }: Selling,
  { last_at, share, free }: PaidSales,
  about: { nightStartMs: number; nowMs: number; isOpen: boolean },
): UnitFacts['paid'] {
  const ofPaid = {
    total: share * expectation.total,
    until: (ms: number) => share * expectation.until(ms),
  };
  const lastSoldMs = last_at.getTime();
  return {
    quiet: quietOf(
      { ...selling, expectation: ofPaid, sold: Math.max(0, selling.sold - free), lastSoldMs },
      about,
    ),
    lastSoldMs,
  };
}

export const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

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
