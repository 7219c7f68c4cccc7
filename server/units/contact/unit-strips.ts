import type { Db } from '../../../db/tables/tables.ts';
import type { UnitRef } from '../../../db/tables/units.ts';
import { calendarDays } from '../../../rules/compare/compared-nights.ts';
import { contactStateOf, leastOfflineMs } from '../../../rules/health/contact-state.ts';
import {
  hourMs,
  hoursWithin,
  offlineIntervals,
  type Interval,
  type UnitEvent,
  unitEvents,
} from '../../../rules/health/unit-strip.ts';
import { nightAt, type NightRules, nightsOf, shiftDay } from '../../../rules/nights/nights.ts';
import { findOutage } from '../../jobs/jobs.queries.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { type ContactGap, listGaps } from './unit-contact.queries.ts';
import {
  countFailedByHour,
  countGlassesByHour,
  type HourOfUnit,
  listPastMaintenance,
  listRefills,
  listRefusals,
  listSalesByHour,
  listSharedNotes,
} from './unit-strips.queries.ts';
import { findNightRules, listNightRows } from '../../venues/nights.queries.ts';
import { listUnitReports, type UnitReport } from '../../venues/health/venue-health.queries.ts';

/** Numbers of each hour of a range. */
export interface Activity {
  orders: number[];
  glasses: number[];
  failed: number[];
}

export interface UnitStrip extends Activity {
  unitId: string;
  createdMs: number;
  offline: Interval[];
}

/**
 * Reads what the units of a venue did from one whole hour until now, and when they were without contact.
 * @param unitId null for all units, of which glasses are not counted: they are as many rows as the venue has drinks
 */
export async function readUnitStrips(
  db: Db,
  venueId: string,
  { startMs, nowMs, unitId }: { startMs: number; nowMs: number; unitId: string | null },
): Promise<UnitStrip[]> {
  const endMs = Math.floor(nowMs / hourMs) * hourMs + hourMs;
  const range = { from: new Date(startMs), to: new Date(endMs), unitId };
  const [reports, sales, glasses, failed, gaps, outage] = await Promise.all([
    listUnitReports(db, venueId, new Date(nowMs - leastOfflineMs), unitId),
    listSalesByHour(db, venueId, range),
    unitId === null ? [] : countGlassesByHour(db, venueId, range),
    countFailedByHour(db, venueId, range),
    listGaps(db, venueId, { startMs, endMs: nowMs }, 0, unitId),
    findOutage(db, new Date(nowMs)),
  ]);
  const count = (endMs - startMs) / hourMs;
  const [salesOf, glassesOf, failedOf] = [sales, glasses, failed].map((rows) =>
    byUnit(rows, count),
  );
  const gapsOf = new Map<string, ContactGap[]>();
  for (const gap of gaps) gapsOf.set(gap.unitId, [...(gapsOf.get(gap.unitId) ?? []), gap]);
  const none = Array.from({ length: count }, () => 0);
  return reports.map((report) => ({
    unitId: report.unit_id,
    createdMs: report.created_at.getTime(),
    orders: salesOf?.get(report.unit_id) ?? none,
    glasses: glassesOf?.get(report.unit_id) ?? none,
    failed: failedOf?.get(report.unit_id) ?? none,
    offline: intervalsOf(report, gapsOf.get(report.unit_id) ?? [], outage, nowMs),
  }));
}

/** Numbers of each hour by unit. */
function byUnit(rows: readonly HourOfUnit[], count: number): Map<string, number[]> {
  const hours = new Map<string, number[]>();
  for (const row of rows) {
    const own = hours.get(row.unit_id) ?? Array.from({ length: count }, () => 0);
    own[row.nth] = row.count;
    hours.set(row.unit_id, own);
  }
  return hours;
}

/** Reads when a unit was without contact since a time, oldest first. A deleted one has only times that have ended. */
export async function readOfflineTimes(
  db: Db,
  { venue_id, id }: UnitRef,
  { startMs, nowMs }: { startMs: number; nowMs: number },
): Promise<Interval[]> {
  const [[report], gaps, outage] = await Promise.all([
    listUnitReports(db, venue_id, new Date(nowMs - leastOfflineMs), id),
    listGaps(db, venue_id, { startMs, endMs: nowMs }, 0, id),
    findOutage(db, new Date(nowMs)),
  ]);
  return intervalsOf(report ?? { last_contact_at: null, contact_gaps_s: [] }, gaps, outage, nowMs);
}

function intervalsOf(
  { last_contact_at, contact_gaps_s }: Pick<UnitReport, 'last_contact_at' | 'contact_gaps_s'>,
  gaps: readonly ContactGap[],
  outage: { from: Date; until: Date } | null,
  nowMs: number,
): Interval[] {
  const outageMs = outage && { fromMs: outage.from.getTime(), untilMs: outage.until.getTime() };
  const lastContactMs = last_contact_at?.getTime() ?? null;
  const state = contactStateOf(lastContactMs, contact_gaps_s, nowMs);
  const ended = gaps.map(({ from, until }) => ({
    fromMs: from.getTime(),
    untilMs: until.getTime(),
  }));
  return offlineIntervals(ended, { state, lastContactMs }, outageMs);
}

const nightsRead = 14;
/** Of each kind. */
const mostRows = 100;

interface HistoryNight extends Activity {
  day: string;
  closed: boolean;
  startMs: number;
}

export interface UnitHistory {
  nowMs: number;
  timezone: string;
  /** Newest first. */
  nights: HistoryNight[];
  offline: Interval[];
  events: UnitEvent[];
}

/** Reads the last 14 nights of a unit by the hour, and what happened to it in them. */
export async function getUnitHistory(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  timezone: string,
): Promise<UnitHistory> {
  const nowMs = now().getTime();
  const rules: NightRules = (await findNightRules(db, venue_id)) ?? calendarDays(timezone);
  const tonight = nightAt(rules, nowMs);
  const firstDay = shiftDay(tonight.day, 1 - nightsRead);
  const nights = nightsOf(rules, firstDay, tonight.day);
  const firstMs = nights[0]?.startMs ?? tonight.startMs;
  const startMs = Math.ceil(firstMs / hourMs) * hourMs;
  const since = new Date(firstMs);
  const [[strip], rows, maintenance, refusals, refills, notes] = await Promise.all([
    readUnitStrips(db, venue_id, { startMs, nowMs, unitId: id }),
    listNightRows(db, venue_id, firstDay, tonight.day),
    listPastMaintenance(db, venue_id, id, since),
    listRefusals(db, venue_id, id, { since, most: mostRows }),
    listRefills(db, venue_id, id, { since, most: mostRows }),
    listSharedNotes(db, venue_id, id, { since, most: mostRows }),
  ]);
  const offline = strip?.offline ?? [];
  const closed = new Set(rows.filter((row) => row.closed).map(({ day }) => day));
  const past = {
    offline,
    maintenance: maintenance.map((row) => ({
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      reason: row.reason,
      begunBy: row.begun_name,
      isEnded: row.ended_by !== null,
      endedBy: row.ended_name,
    })),
    refusals: refusals.map(({ first_at, times, message }) => ({
      atMs: first_at.getTime(),
      times,
      message,
    })),
    refills: refills.map(({ at, names }) => ({ atMs: at.getTime(), names })),
    notes: notes.map(({ at, note }) => ({ atMs: at.getTime(), note })),
  };
  return {
    nowMs,
    timezone: tonight.timezone,
    nights: nights
      .filter(({ endMs }) => strip !== undefined && endMs > strip.createdMs)
      .map((night) => {
        const hours = hoursWithin(night);
        const first = ((hours[0] ?? night.startMs) - startMs) / hourMs;
        const part = (sums: readonly number[] = []) =>
          hours.map((_, nth) => sums[first + nth] ?? 0);
        return {
          day: night.day,
          closed: closed.has(night.day),
          startMs: hours[0] ?? night.startMs,
          orders: part(strip?.orders),
          glasses: part(strip?.glasses),
          failed: part(strip?.failed),
        };
      })
      .toReversed(),
    offline,
    events: unitEvents(past, nowMs, tonight.timezone),
  };
}
