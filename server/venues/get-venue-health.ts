import { groupBy } from '../../lib/group-by.ts';
import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { aheadAfterMs } from '../../rules/health/clock-text.ts';
import { leastOfflineMs } from '../../rules/health/contact-state.ts';
import {
  type Finding,
  findingsOf,
  stateText,
  type UnitFacts,
} from '../../rules/health/findings.ts';
import { isOpenAt } from '../../rules/health/open-now.ts';
import { quietOf } from '../../rules/health/quiet.ts';
import { type Night, nightAt, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import { findOutage } from '../jobs/server-uptime.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules, listHours, listNightRows, type NightRow } from './nights.queries.ts';
import { countOpenRefusedSales, listUnitActivity, type UnitActivity } from './overview.queries.ts';
import { readExpectations } from './read-expectations.ts';
import { readFailureRates } from './read-failure-rates.ts';
import { latest, unitFacts } from './unit-facts.ts';
import {
  listEndedGaps,
  listPaidSales,
  listServices,
  listUnitReports,
  type ServiceRow,
  type UnitReport,
} from './venue-health.queries.ts';

const hourMs = 3_600_000;
/** Sales are expected again from the end of a time in service. */
const servicesReadMs = 24 * hourMs;
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
  const { refused, rates, nights, services, gaps, outage } = states;
  const hours = ownRules === null && timezone === null ? [] : states.hours.map(hoursOf);
  const reportOf = new Map(reports.map((report) => [report.unit_id, report]));
  const { expected, sold, together } = expectations;
  const outageMs = outage && { fromMs: outage.from.getTime(), untilMs: outage.until.getTime() };
  const serviceOf = new Map(services.map((row) => [row.unit_id, row]));
  // A gap of an outage of the server is not one of the unit.
  const ownGaps = gaps.filter(
    ({ from_at, until_at }) => !outage || until_at <= outage.from || from_at >= outage.until,
  );
  const gapOf = new Map(ownGaps.map((gap) => [gap.unit_id, gap]));
  const working = activity.filter(({ id }) => !isRunning(serviceOf.get(id), nowMs));
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
  const sources = { expected, sold, reportOf, serviceOf, gapOf, rates, paidOf, resumedMs };
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
      services: await listServices(transaction, venueId, new Date(nowMs - servicesReadMs)),
      gaps: await listEndedGaps(transaction, venueId, new Date(nowMs - gapsReadMs)),
      outage: await findOutage(transaction, new Date(nowMs)),
    }));

const createdOf = (reports: readonly UnitReport[]) =>
  reports.map((report) => ({ unitId: report.unit_id, createdMs: report.created_at.getTime() }));

const isRunning = (service: ServiceRow | undefined, nowMs: number): boolean =>
  service !== undefined && service.until_at.getTime() > nowMs;

const hoursOf = (row: { weekday: number; opens_minutes: number; closes_minutes: number }) => ({
  weekday: row.weekday,
  opensMinutes: row.opens_minutes,
  closesMinutes: row.closes_minutes,
});
