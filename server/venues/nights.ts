/** The clock of a venue, its opening hours and its nights. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { dateMessages, formatInZone } from '../../lib/time-in-zone.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { nightMessages } from '../../rules/nights/night-messages.ts';
import {
  countByReading,
  endToKeep,
  limitsOfEnd,
  type Night,
  nightAt,
  nightOf,
  type NightRules,
  type OrdersByHour,
  shiftDay,
  suggestionDays,
  suggestStart,
} from '../../rules/nights/nights.ts';
import {
  clockOn,
  clockText,
  hoursText,
  latestCloseMinutes,
  type OpeningHours,
  parseClockText,
  parseStart,
  type VenueClock,
} from '../../rules/nights/venue-clock.ts';
import { isSuperAdmin } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import {
  findNightRules,
  listHours,
  listNightRows,
  type NightRow,
  replaceHours,
  sumOrdersByHour,
  upsertClock,
  upsertNight,
} from './nights.queries.ts';
import { raisePlansVersion } from './price-rules.queries.ts';
import { lockVenue } from './venues.queries.ts';

/** Returns a known time zone; throws 400 for any other. */
export function requireTimezone(timezone: string): string {
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  return timezone;
}

/**
 * Rules of the calendar days of a time zone, or without one those of the venue's business days. Throws 400 for an
 * unknown time zone, and for a venue without a clock when none is given.
 */
export async function requireNightRules(
  { db }: Pick<AppDeps, 'db'>,
  venueId: string,
  timezone: string | undefined,
): Promise<NightRules> {
  if (timezone !== undefined) return calendarDays(requireTimezone(timezone));
  const rules = await findNightRules(db, venueId);
  if (!rules) throw fieldError({ timezone: compareMessages.noClock });
  return rules;
}

/** The same for any venue: its business days, or calendar days of the time zone where it has no clock. */
export async function nightRulesIn(
  { db }: Pick<AppDeps, 'db'>,
  venueId: string,
  timezone: string,
): Promise<NightRules> {
  return (await findNightRules(db, venueId)) ?? calendarDays(requireTimezone(timezone));
}

export interface ClockOfVenue {
  /** Null for a venue without a clock. */
  rules: NightRules | null;
  current: VenueClock | null;
  tonight: Night | null;
  row: NightRow | undefined;
  ordersByHour: OrdersByHour;
  /** Zone of these hours. */
  hoursIn: string;
  /** Minutes after midnight. */
  suggestion: number | null;
  nowMs: number;
}

const dayMs = 86_400_000;

/**
 * Returns the clock of a venue with the hours in which it sells, from the sums by hour.
 * @param timezone zone of the hours while the venue has no clock; UTC, and nothing is suggested, without one
 */
export async function getClock(
  { db, now }: { db: Db; now: () => Date },
  venueId: string,
  timezone: string | undefined,
): Promise<ClockOfVenue> {
  const present = now();
  const nowMs = present.getTime();
  const [rules, sums] = await Promise.all([
    findNightRules(db, venueId),
    sumOrdersByHour(db, venueId, new Date(nowMs - suggestionDays * dayMs), present),
  ]);
  const tonight = rules && nightAt(rules, nowMs);
  const current = rules && tonight && clockOn(rules.clocks, tonight.day);
  const [row] = tonight ? await listNightRows(db, venueId, tonight.day, tonight.day) : [];
  const known = current?.timezone ?? timezone;
  const hoursIn = known ?? 'UTC';
  const ordersByHour = countByReading(
    sums.map(({ startsAt, orders }) => ({ startMs: startsAt.getTime(), orders })),
    hoursIn,
  );
  const suggestion =
    known === undefined ? null : suggestStart(ordersByHour, current?.startsMinutes ?? 0);
  return { rules, current, tonight, row, ordersByHour, hoursIn, suggestion, nowMs };
}

const furthestDays = 366;
const firstOfDays = '2000-01-01';

/**
 * Sets the clock of a venue from a business day on, at the earliest the running one; super admins may change earlier
 * ones. A night that has ended keeps its end: where the new clock would move it, the end is stored with that night.
 */
export function updateClock(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { timezone, startsAt, from }: EndpointBody<'updateClock'>,
  by: AuditContext,
): Promise<void> {
  const startsMinutes = parseStart(startsAt);
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  if (startsMinutes === null) throw fieldError({ startsAt: nightMessages.badStart });
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const at = now();
    const before = await findNightRules(transaction, venueId);
    const first: VenueClock = { fromDay: from ?? firstOfDays, timezone, startsMinutes };
    const today = nightAt(before ?? { clocks: [first], ends: new Map() }, at.getTime()).day;
    const changed = { ...first, fromDay: from ?? today };
    requireDay(changed.fromDay, today, by);
    const old = before && clockOn(before.clocks, changed.fromDay);
    if (old?.timezone === timezone && old.startsMinutes === startsMinutes) return;
    if (before && changed.fromDay <= today) {
      const kept = await keepFirstClock(transaction, venueId, before, changed, { by, at });
      const after = { ...before, clocks: withClock(kept, changed) };
      await keepNightBefore(transaction, venueId, { before, after }, changed.fromDay);
    }
    await upsertClock(transaction, venueId, changed, { userId: by.actor.userId, at });
    await raisePlansVersion(transaction, venueId);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'venue.clock_updated',
      target: `venue ${venue.name}`,
      oldValue: old ? clockFields(old) : { timezone: null, startsAt: null },
      newValue: { ...clockFields(changed), fromDay: changed.fromDay },
    });
  });
}

const clockFields = ({ timezone, startsMinutes }: VenueClock) => ({
  timezone,
  startsAt: clockText(startsMinutes),
});

function requireDay(from: string, today: string, { actor }: AuditContext): void {
  if (from < today && !isSuperAdmin(actor))
    throw fieldError({ from: nightMessages.pastClock }, 403);
  if (from > shiftDay(today, furthestDays)) throw fieldError({ from: nightMessages.farClock });
}

const withClock = (clocks: readonly VenueClock[], changed: VenueClock): VenueClock[] =>
  [...clocks.filter(({ fromDay }) => fromDay !== changed.fromDay), changed].toSorted((a, b) =>
    a.fromDay.localeCompare(b.fromDay),
  );

/**
 * The first clock also holds for the days before it: where it is replaced, it is stored for them, so that they stay as
 * they are. Returns the clocks with it.
 */
async function keepFirstClock(
  transaction: Tx,
  venueId: string,
  { clocks }: NightRules,
  { fromDay }: VenueClock,
  { by, at }: { by: AuditContext; at: Date },
): Promise<readonly VenueClock[]> {
  const [first] = clocks;
  if (first?.fromDay !== fromDay || fromDay === firstOfDays) return clocks;
  const earlier = { ...first, fromDay: firstOfDays };
  await upsertClock(transaction, venueId, earlier, { userId: by.actor.userId, at });
  return [earlier, ...clocks];
}

async function keepNightBefore(
  transaction: Parameters<typeof upsertNight>[0],
  venueId: string,
  { before, after }: { before: NightRules; after: NightRules },
  fromDay: string,
): Promise<void> {
  const endMs = endToKeep(before, after, fromDay);
  if (endMs === null) return;
  const day = shiftDay(fromDay, -1);
  const [row] = await listNightRows(transaction, venueId, day, day);
  await upsertNight(transaction, {
    venue_id: venueId,
    day,
    ends_at: new Date(endMs),
    closed: row?.closed ?? false,
    special: row?.special ?? false,
    note: row?.note || nightMessages.clockChanged,
  });
}

/** Replaces the opening hours of a venue. */
export function updateHours(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { hours }: EndpointBody<'updateHours'>,
  by: AuditContext,
): Promise<OpeningHours[]> {
  const rows = hours
    .map(openingHoursOf)
    .toSorted((a, b) => a.weekday - b.weekday || a.opensMinutes - b.opensMinutes);
  rejectOverlaps(rows);
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const oldValue = { hours: hoursText(await listHours(transaction, venueId)) };
    const newValue = { hours: hoursText(rows) };
    if (oldValue.hours === newValue.hours) return rows;
    await replaceHours(transaction, venueId, rows);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'venue.hours_updated',
      target: `venue ${venue.name}`,
      oldValue,
      newValue,
    });
    return rows;
  });
}

type HoursIn = EndpointBody<'updateHours'>['hours'][number];

function openingHoursOf({ weekday, opens, closes }: HoursIn): OpeningHours {
  const [from, to] = [opens, closes].map((text) => parseClockText(text, latestCloseMinutes));
  if (from === null || from === undefined || to === null || to === undefined)
    throw fieldError({ hours: nightMessages.badTime });
  if (to <= from) throw fieldError({ hours: nightMessages.closesFirst });
  return { weekday, opensMinutes: from, closesMinutes: to };
}

function rejectOverlaps(rows: readonly OpeningHours[]): void {
  const overlaps = rows.some((row, nth) => {
    const next = rows[nth + 1];
    return next?.weekday === row.weekday && next.opensMinutes < row.closesMinutes;
  });
  if (overlaps) throw fieldError({ hours: nightMessages.overlapping });
}

/** Changes one night of a venue with a clock: its end, and if it was closed or special. */
export function updateNight(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  day: string,
  changes: EndpointBody<'updateNight'>,
  by: AuditContext,
): Promise<{ night: Night; row: NightRow }> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const rules = await findNightRules(transaction, venueId);
    if (!rules) throw fieldError({ day: nightMessages.noClock }, 409);
    if (changes.endsAt) requireEnd(rules, day, changes.endsAt);
    const [found] = await listNightRows(transaction, venueId, day, day);
    const before = found ?? {
      venue_id: venueId,
      day,
      ends_at: null,
      closed: false,
      special: false,
      note: '',
    };
    const row: NightRow = {
      venue_id: venueId,
      day,
      ends_at: changes.endsAt === undefined ? before.ends_at : changes.endsAt,
      closed: changes.closed ?? before.closed,
      special: changes.special ?? before.special,
      note: changes.note ?? before.note,
    };
    const [oldValue, newValue] = [nightFields(before), nightFields(row)];
    if (JSON.stringify(oldValue) !== JSON.stringify(newValue)) {
      await upsertNight(transaction, row);
      await insertAudit(transaction, by, now(), {
        ownerId: venue.owner_id,
        action: 'venue.night_updated',
        target: `night of ${day} at ${venue.name}`,
        oldValue,
        newValue,
      });
    }
    const ends = new Map(rules.ends);
    if (row.ends_at) ends.set(day, row.ends_at.getTime());
    else ends.delete(day);
    return { night: nightOf({ ...rules, ends }, day), row };
  });
}

const nightFields = ({ ends_at: endsAt, closed, special, note }: NightRow) => ({
  endsAt: endsAt?.toISOString() ?? null,
  closed,
  special,
  note,
});

function requireEnd(rules: NightRules, day: string, endsAt: Date): void {
  const { earliestMs, latestMs } = limitsOfEnd(rules, day);
  const endMs = endsAt.getTime();
  if (endMs >= earliestMs && endMs <= latestMs) return;
  const { timezone } = nightOf(rules, day);
  const [earliest, latest] = [earliestMs, latestMs].map((ms) => formatInZone(ms, timezone));
  throw fieldError({ endsAt: nightMessages.badEnd(earliest ?? '', latest ?? '') });
}
