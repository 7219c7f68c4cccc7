import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { type UnitEvent, unitEvents } from '../../rules/health/unit-events.ts';
import { hourMs, hoursWithin, type Spell } from '../../rules/health/unit-strip.ts';
import { nightAt, type NightRules, nightsOf, shiftDay } from '../../rules/nights/nights.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules, listNightRows } from '../venues/nights.queries.ts';
import { type Activity, readUnitStrips } from './read-unit-strips.ts';
import { listPastServices, listRefills, listRefusals } from './unit-strips.queries.ts';

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
  offline: Spell[];
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
  const [[strip], rows, services, refusals, refills] = await Promise.all([
    readUnitStrips(db, venue_id, { startMs, nowMs, unitId: id }),
    listNightRows(db, venue_id, firstDay, tonight.day),
    listPastServices(db, venue_id, id, since),
    listRefusals(db, venue_id, id, { since, most: mostRows }),
    listRefills(db, venue_id, id, { since, most: mostRows }),
  ]);
  const offline = strip?.offline ?? [];
  const closed = new Set(rows.filter((row) => row.closed).map(({ day }) => day));
  const past = {
    offline,
    services: services.map((row) => ({
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      reason: row.reason,
      begunBy: row.begun_name,
      isEnded: row.ended_by !== null,
      endedBy: row.ended_name,
    })),
    refusals: refusals.map(({ first_at, ...refusal }) => ({
      atMs: first_at.getTime(),
      ...refusal,
    })),
    refills: refills.map(({ at, names }) => ({ atMs: at.getTime(), names })),
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
