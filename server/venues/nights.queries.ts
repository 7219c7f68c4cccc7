/** Clocks, hours and nights of venues. */
import type { Insertable, Selectable } from 'kysely';
import type { VenueHoursTable, VenueNightsTable } from '../../db/tables/venues.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import type { VenueClock } from '../../rules/nights/venue-clock.ts';

export type NightRow = Selectable<VenueNightsTable>;
export type HoursRow = Omit<VenueHoursTable, 'venue_id'>;

/** Clocks of a venue, oldest first; empty for a venue without a clock. */
export async function listClocks(db: Db, venueId: string): Promise<VenueClock[]> {
  const rows = await db
    .selectFrom('venue_clocks')
    .select(['from_day', 'timezone', 'starts_minutes'])
    .where('venue_id', '=', venueId)
    .orderBy('from_day')
    .execute();
  return rows.map(({ from_day: fromDay, timezone, starts_minutes: startsMinutes }) => ({
    fromDay,
    timezone,
    startsMinutes,
  }));
}

/** Ends of single nights of a venue. */
async function listEnds(db: Db, venueId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('venue_nights')
    .select(['day', 'ends_at'])
    .where('venue_id', '=', venueId)
    .where('ends_at', 'is not', null)
    .orderBy('day')
    .execute();
  return new Map(rows.map(({ day, ends_at: endsAt }) => [day, endsAt?.getTime() ?? 0]));
}

/** Decides the nights of a venue; null without a clock. */
export async function findNightRules(db: Db, venueId: string): Promise<NightRules | null> {
  const [clocks, ends] = await Promise.all([listClocks(db, venueId), listEnds(db, venueId)]);
  return clocks.length === 0 ? null : { clocks, ends };
}

export async function upsertClock(
  db: Tx,
  venueId: string,
  { fromDay, timezone, startsMinutes }: VenueClock,
  by: { userId: string; at: Date },
): Promise<void> {
  const values = { timezone, starts_minutes: startsMinutes, set_by: by.userId, set_at: by.at };
  await db
    .insertInto('venue_clocks')
    .values({ venue_id: venueId, from_day: fromDay, ...values })
    .onConflict((conflict) => conflict.columns(['venue_id', 'from_day']).doUpdateSet(values))
    .execute();
}

/** Changed nights of the days, both included. */
export function listNightRows(
  db: Db,
  venueId: string,
  from: string,
  to: string,
): Promise<NightRow[]> {
  return db
    .selectFrom('venue_nights')
    .select(['venue_id', 'day', 'ends_at', 'closed', 'special', 'note'])
    .where('venue_id', '=', venueId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}

export async function upsertNight(db: Tx, row: Insertable<VenueNightsTable>): Promise<void> {
  const { venue_id: _venue, day: _day, ...values } = row;
  await db
    .insertInto('venue_nights')
    .values(row)
    .onConflict((conflict) => conflict.columns(['venue_id', 'day']).doUpdateSet(values))
    .execute();
}

/** Hours of a venue, from Sunday on. */
export function listHours(db: Db, venueId: string): Promise<HoursRow[]> {
  return db
    .selectFrom('venue_hours')
    .select(['weekday', 'opens_minutes', 'closes_minutes'])
    .where('venue_id', '=', venueId)
    .orderBy('weekday')
    .orderBy('opens_minutes')
    .execute();
}

export async function replaceHours(
  db: Tx,
  venueId: string,
  rows: readonly HoursRow[],
): Promise<void> {
  await db.deleteFrom('venue_hours').where('venue_id', '=', venueId).execute();
  if (rows.length === 0) return;
  await db
    .insertInto('venue_hours')
    .values(rows.map((row) => ({ venue_id: venueId, ...row })))
    .execute();
}

export interface HourSum {
  startsAt: Date;
  orders: number;
}

/** Orders of a venue by the hour, from the rollups. */
export async function sumOrdersByHour(
  db: Db,
  venueId: string,
  from: Date,
  to: Date,
): Promise<HourSum[]> {
  return db
    .selectFrom('sales_rollups')
    .select((sums) => ['bucket as startsAt', sums.fn.sum<number>('orders').as('orders')])
    .where('venue_id', '=', venueId)
    .where('grain', '=', 'hour')
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .groupBy('bucket')
    .execute();
}
