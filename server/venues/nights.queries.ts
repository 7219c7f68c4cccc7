/** Clocks, hours and nights of venues. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { VenueNightsTable } from '../../db/tables/venues.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import type { OpeningHours, VenueClock } from '../../rules/nights/venue-clock.ts';

export type NightRow = Selectable<VenueNightsTable>;

const selectClocks = (db: Db) =>
  db
    .selectFrom('venue_clocks')
    .select(['venue_id', 'from_day', 'timezone', 'starts_minutes'])
    .orderBy('from_day');

const selectEnds = (db: Db) =>
  db
    .selectFrom('venue_nights')
    .select(['venue_id', 'day', 'ends_at'])
    .where('ends_at', 'is not', null)
    .orderBy('day');

type ClockRow = Awaited<ReturnType<ReturnType<typeof selectClocks>['execute']>>[number];
type EndRow = Awaited<ReturnType<ReturnType<typeof selectEnds>['execute']>>[number];

const clockOf = (row: ClockRow): VenueClock => ({
  fromDay: row.from_day,
  timezone: row.timezone,
  startsMinutes: row.starts_minutes,
});

/** Null without a clock. */
const rulesOf = (clocks: readonly ClockRow[], ends: readonly EndRow[]): NightRules | null =>
  clocks.length === 0
    ? null
    : {
        clocks: clocks.map(clockOf),
        ends: new Map(ends.map(({ day, ends_at: endsAt }) => [day, endsAt?.getTime() ?? 0])),
      };

/** Clocks of a venue, oldest first; empty for a venue without a clock. */
export async function listClocks(db: Db, venueId: string): Promise<VenueClock[]> {
  return (await selectClocks(db).where('venue_id', '=', venueId).execute()).map(clockOf);
}

/** Time zone of a venue by its latest clock; UTC without one. */
export const findTimezone = async (db: Db, venueId: string): Promise<string> =>
  (await listClocks(db, venueId)).at(-1)?.timezone ?? 'UTC';

/** Decides the nights of a venue; null without a clock. */
export async function findNightRules(db: Db, venueId: string): Promise<NightRules | null> {
  const [clocks, ends] = await Promise.all([
    selectClocks(db).where('venue_id', '=', venueId).execute(),
    selectEnds(db).where('venue_id', '=', venueId).execute(),
  ]);
  return rulesOf(clocks, ends);
}

/** Decides the nights of each of these venues that has a clock. */
export async function listNightRules(
  db: Db,
  venueIds: readonly string[],
): Promise<Map<string, NightRules>> {
  const [clocks, ends] = await Promise.all([
    selectClocks(db)
      .where('venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
      .execute(),
    selectEnds(db)
      .where('venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
      .execute(),
  ]);
  const endsOf = groupBy(ends, (row) => row.venue_id);
  return new Map(
    [...groupBy(clocks, (row) => row.venue_id)].flatMap(([venueId, own]) => {
      const rules = rulesOf(own, endsOf.get(venueId) ?? []);
      return rules ? [[venueId, rules]] : [];
    }),
  );
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

const selectNightRows = (db: Db, from: string, to: string) =>
  db
    .selectFrom('venue_nights')
    .select(['venue_id', 'day', 'ends_at', 'closed', 'special', 'note'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day');

/** Changed nights of the days, both included. */
export const listNightRows = (
  db: Db,
  venueId: string,
  from: string,
  to: string,
): Promise<NightRow[]> => selectNightRows(db, from, to).where('venue_id', '=', venueId).execute();

/** Changed nights of these venues. */
export const listNightRowsOf = (
  db: Db,
  venueIds: readonly string[],
  from: string,
  to: string,
): Promise<NightRow[]> =>
  selectNightRows(db, from, to)
    .where('venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
    .execute();

export async function upsertNight(db: Tx, row: Insertable<VenueNightsTable>): Promise<void> {
  const { venue_id: _venue, day: _day, ...values } = row;
  await db
    .insertInto('venue_nights')
    .values(row)
    .onConflict((conflict) => conflict.columns(['venue_id', 'day']).doUpdateSet(values))
    .execute();
}

const selectHours = (db: Db) =>
  db
    .selectFrom('venue_hours')
    .select(['weekday', 'opens_minutes as opensMinutes', 'closes_minutes as closesMinutes'])
    .orderBy('weekday')
    .orderBy('opens_minutes');

/** Hours of a venue, from Sunday on. */
export const listHours = (db: Db, venueId: string): Promise<OpeningHours[]> =>
  selectHours(db).where('venue_id', '=', venueId).execute();

/** Hours of these venues. */
export const listHoursOf = (
  db: Db,
  venueIds: readonly string[],
): Promise<(OpeningHours & { venue_id: string })[]> =>
  selectHours(db)
    .select('venue_id')
    .where('venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
    .execute();

export async function replaceHours(
  db: Tx,
  venueId: string,
  rows: readonly OpeningHours[],
): Promise<void> {
  await db.deleteFrom('venue_hours').where('venue_id', '=', venueId).execute();
  if (rows.length === 0) return;
  await db
    .insertInto('venue_hours')
    .values(
      rows.map(({ weekday, opensMinutes, closesMinutes }) => ({
        venue_id: venueId,
        weekday,
        opens_minutes: opensMinutes,
        closes_minutes: closesMinutes,
      })),
    )
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
