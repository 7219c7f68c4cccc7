import type { Db } from '../../db/tables/tables.ts';
import { contactStateOf, leastOfflineMs } from '../../rules/health/contact-state.ts';
import { hourMs, type Outage, offlineSpells, type Spell } from '../../rules/health/unit-strip.ts';
import { findOutage } from '../jobs/server-uptime.queries.ts';
import { type ContactGap, listGaps } from './unit-contact.queries.ts';
import {
  countFailedByHour,
  countGlassesByHour,
  type HourOfUnit,
  listSalesByHour,
} from './unit-strips.queries.ts';
import { listUnitReports, type UnitReport } from '../venues/venue-health.queries.ts';

/** Numbers of each hour of a range. */
export interface Activity {
  orders: number[];
  glasses: number[];
  failed: number[];
}

export interface UnitStrip extends Activity {
  unitId: string;
  createdMs: number;
  offline: Spell[];
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
  const outageMs = outage && { fromMs: outage.from.getTime(), untilMs: outage.until.getTime() };
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
    offline: spellsOf(report, gapsOf.get(report.unit_id) ?? [], outageMs, nowMs),
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

function spellsOf(
  { last_contact_at, contact_gaps_s }: UnitReport,
  gaps: readonly ContactGap[],
  outage: Outage | null,
  nowMs: number,
): Spell[] {
  const lastContactMs = last_contact_at?.getTime() ?? null;
  const state = contactStateOf(lastContactMs, contact_gaps_s, nowMs);
  const ended = gaps.map(({ from, until }) => ({
    fromMs: from.getTime(),
    untilMs: until.getTime(),
  }));
  return offlineSpells(ended, { state, lastContactMs }, outage);
}
