import type { Db } from '../../db/tables/tables.ts';
import { contactStateOf, leastOfflineMs } from '../../rules/health/contact-state.ts';
import { hourMs, type Outage, offlineSpells, type Spell } from '../../rules/health/unit-strip.ts';
import { findOutage } from '../jobs/server-uptime.queries.ts';
import { listGaps } from './unit-contact.queries.ts';
import { type HourOfUnit, sumUnitHours } from './unit-strips.queries.ts';
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
 * @param unitId null for all units
 */
export async function readUnitStrips(
  db: Db,
  venueId: string,
  { startMs, nowMs, unitId }: { startMs: number; nowMs: number; unitId: string | null },
): Promise<UnitStrip[]> {
  const endMs = Math.floor(nowMs / hourMs) * hourMs + hourMs;
  const [reports, hours, gaps, outage] = await Promise.all([
    listUnitReports(db, venueId, new Date(nowMs - leastOfflineMs), unitId),
    sumUnitHours(db, venueId, { from: new Date(startMs), to: new Date(endMs), unitId }),
    listGaps(db, venueId, { startMs, endMs: nowMs }, 0, unitId),
    findOutage(db),
  ]);
  const outageMs = outage && { fromMs: outage.from.getTime(), untilMs: outage.until.getTime() };
  const hoursOf = grouped(hours, ({ unit_id }) => unit_id);
  const gapsOf = grouped(gaps, (gap) => gap.unitId);
  const count = (endMs - startMs) / hourMs;
  return reports.map((report) => ({
    unitId: report.unit_id,
    createdMs: report.created_at.getTime(),
    ...activityOf(hoursOf.get(report.unit_id) ?? [], count),
    offline: spellsOf(report, gapsOf.get(report.unit_id) ?? [], outageMs, nowMs),
  }));
}

function activityOf(hours: readonly HourOfUnit[], count: number): Activity {
  const none = () => Array.from({ length: count }, () => 0);
  const activity = { orders: none(), glasses: none(), failed: none() };
  for (const { nth, orders, glasses, failed } of hours) {
    activity.orders[nth] = orders;
    activity.glasses[nth] = glasses;
    activity.failed[nth] = failed;
  }
  return activity;
}

function spellsOf(
  { last_contact_at, contact_gaps_s }: UnitReport,
  gaps: readonly { from: Date; until: Date }[],
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

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
