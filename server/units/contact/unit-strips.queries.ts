/** What units did hour by hour, from the rollups and the cases. */
import { sql } from 'kysely';
import type { Db } from '../../../db/tables/tables.ts';
import type { MaintenanceReason } from '../../../rules/health/maintenance-reasons.ts';
import { hourMs, unitItself } from '../../../rules/health/unit-strip.ts';
import { personName } from '../../../rules/users/person-name.ts';

export interface StripRange {
  /** Whole hours of UTC. */
  from: Date;
  to: Date;
  /** Null for all units of the venue. */
  unitId: string | null;
}

/** A number of a unit in an hour that has any. */
export interface HourOfUnit {
  unit_id: string;
  /** Index of the hour in the range. */
  nth: number;
  count: number;
}

/** Lists the number of sales of each unit of a venue by the hour. */
export async function listSalesByHour(
  db: Db,
  venueId: string,
  { from, to, unitId }: StripRange,
): Promise<HourOfUnit[]> {
  const { rows } = await sql<HourOfUnit>`
    select unit_id, (extract(epoch from bucket - ${from}::timestamptz) / 3600)::int as nth, orders as count
    from sales_rollups
    where venue_id = ${venueId} and grain = 'hour' and bucket = any(${listHoursOf(from, to)}::timestamptz[])
      ${ofUnit(unitId)}
  `.execute(db);
  return rows;
}

/** Counts the glasses of each unit of a venue by the hour, over all of its drinks. */
export async function countGlassesByHour(
  db: Db,
  venueId: string,
  { from, to, unitId }: StripRange,
): Promise<HourOfUnit[]> {
  const { rows } = await sql<HourOfUnit>`
    select unit_id, (extract(epoch from bucket - ${from}::timestamptz) / 3600)::int as nth, sum(quantity)::int as count
    from drink_rollups
    where venue_id = ${venueId} and grain = 'hour' and bucket = any(${listHoursOf(from, to)}::timestamptz[])
      ${ofUnit(unitId)}
    group by unit_id, bucket
  `.execute(db);
  return rows;
}

/** Counts the glasses of each unit of a venue that were paid for and not poured, by the hour of their sale. */
export async function countFailedByHour(
  db: Db,
  venueId: string,
  { from, to, unitId }: StripRange,
): Promise<HourOfUnit[]> {
  const { rows } = await sql<HourOfUnit>`
    select unit_id, floor(extract(epoch from sold_at - ${from}::timestamptz) / 3600)::int as nth,
      sum(failed_glasses)::int as count
    from pour_cases
    where venue_id = ${venueId} and sold_at >= ${from} and sold_at < ${to} ${ofUnit(unitId)}
    group by 1, 2
  `.execute(db);
  return rows;
}

const ofUnit = (unitId: string | null) => (unitId === null ? sql`` : sql`and unit_id = ${unitId}`);

const listHoursOf = (from: Date, to: Date): Date[] =>
  Array.from(
    { length: (to.getTime() - from.getTime()) / hourMs },
    (_, nth) => new Date(from.getTime() + nth * hourMs),
  );

export interface RefusalRow {
  first_at: Date;
  times: number;
  message: string;
  state: 'open' | 'taken' | 'dismissed';
}

/** Lists the refused sales of a unit since a time, newest first. */
export function listRefusals(
  db: Db,
  venueId: string,
  unitId: string,
  { since, most }: { since: Date; most: number },
): Promise<RefusalRow[]> {
  return db
    .selectFrom('refused_sales')
    .select(['first_at', 'times', 'message', 'state'])
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', unitId)
    .where('first_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Lists what the support shared about a unit since a time, newest first. */
export function listSharedNotes(
  db: Db,
  venueId: string,
  unitId: string,
  { since, most }: { since: Date; most: number },
): Promise<{ at: Date; note: string }[]> {
  return db
    .selectFrom('support_notes')
    .select(['at', 'note'])
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', unitId)
    .where('shared', '=', true)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
}

export interface RefillRow {
  at: Date;
  names: string[];
}

/** Lists the refills of a unit since a time with their ingredients, newest first. */
export async function listRefills(
  db: Db,
  venueId: string,
  unitId: string,
  { since, most }: { since: Date; most: number },
): Promise<RefillRow[]> {
  const { rows } = await sql<RefillRow>`
    select movement.at, array_agg(distinct ingredient.name order by ingredient.name) as names
    from stock_movements as movement
    join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = movement.ingredient_id
    where movement.venue_id = ${venueId} and movement.unit_id = ${unitId} and movement.kind = 'refilled'
      and movement.ml <> 0 and movement.at >= ${since}
    group by movement.at order by movement.at desc limit ${most}
  `.execute(db);
  return rows;
}

export interface PastMaintenance {
  from_at: Date;
  until_at: Date;
  reason: MaintenanceReason;
  ended_by: string | null;
  begun_name: string | null;
  ended_name: string | null;
}

/** Lists the maintenance periods of a unit since a time, with the names of the people who began and ended them. */
export async function listPastMaintenance(
  db: Db,
  venueId: string,
  unitId: string,
  since: Date,
): Promise<PastMaintenance[]> {
  const rows = await db
    .selectFrom('unit_services as service')
    .leftJoin('users as beginner', 'beginner.id', 'service.begun_by')
    .leftJoin('users as ender', 'ender.id', 'service.ended_by')
    .select(['service.from_at', 'service.until_at', 'service.reason'])
    .select(['service.begun_by', 'service.ended_by'])
    .select(['beginner.name as begun_account', 'beginner.first_name as begun_first'])
    .select(['beginner.last_name as begun_last', 'ender.name as ended_account'])
    .select(['ender.first_name as ended_first', 'ender.last_name as ended_last'])
    .where('service.venue_id', '=', venueId)
    .where('service.unit_id', '=', unitId)
    .where('service.until_at', '>=', since)
    .orderBy('service.from_at', 'desc')
    .execute();
  return rows.map((row) => ({
    from_at: row.from_at,
    until_at: row.until_at,
    reason: row.reason,
    ended_by: row.ended_by,
    begun_name:
      row.begun_by === unitId
        ? unitItself
        : nameOf(row.begun_account, row.begun_first, row.begun_last),
    ended_name:
      row.ended_by === unitId
        ? unitItself
        : nameOf(row.ended_account, row.ended_first, row.ended_last),
  }));
}

const nameOf = (
  name: string | null,
  first_name: string | null,
  last_name: string | null,
): string | null => (name === null ? null : personName({ name, first_name, last_name }));
