/** Facts about the health of the units of a venue, in one statement each. */
import { sql } from 'kysely';
import type { Db } from '../../../db/tables/tables.ts';
import type { HourShare, WeightedHour } from '../../../rules/forecast/night-profile.ts';
import type { FailureCount, PouredLine } from '../../../rules/health/failure-rate.ts';
import type { MaintenanceReason } from '../../../rules/health/maintenance-reasons.ts';
import type { ReaderState } from '../../../rules/health/contact-state.ts';

export interface UnitReport {
  unit_id: string;
  created_at: Date;
  last_contact_at: Date | null;
  contact_gaps_s: number[];
  software: string | null;
  started_at: Date | null;
  reader_state: ReaderState | null;
  queued_sales: number | null;
  clock_skews_ms: number[] | null;
  old_menu_since: Date | null;
}

/**
 * Lists the contact to the units of a venue and their last heartbeats.
 * @param quietSince the rhythm of units that were in contact since then is left out: it does not matter
 * @param unitId null for all units
 */
export async function listUnitReports(
  db: Db,
  venueId: string,
  quietSince: Date,
  unitId: string | null = null,
): Promise<UnitReport[]> {
  const ofUnit = unitId === null ? sql`` : sql`and unit.id = ${unitId}`;
  const { rows } = await sql<UnitReport>`
    select unit.id as unit_id, unit.created_at, state.last_contact_at,
      case when state.last_contact_at < ${quietSince} then state.contact_gaps_s else '{}' end as contact_gaps_s,
      beat.software, beat.started_at, beat.reader_state, beat.queued_sales, beat.clock_skews_ms, beat.old_menu_since
    from units as unit
    join unit_state as state on state.venue_id = ${venueId} and state.unit_id = unit.id
    left join unit_heartbeats as beat on beat.venue_id = ${venueId} and beat.unit_id = unit.id
    where unit.venue_id = ${venueId} and unit.deleted_at is null ${ofUnit}
  `.execute(db);
  return rows;
}

/** Orders of a unit at an hour of the clock, weighted over all nights, or in one night: the other is null. */
export interface OrdersOfUnit {
  unit_id: string;
  hour: number | null;
  nth: number | null;
  weighted: number;
  orders: number;
}

/** Sums the orders of each unit of a venue by hour of the clock and by night, from the rollups. */
export async function sumOrdersOfNights(
  db: Db,
  venueId: string,
  hours: readonly WeightedHour[],
): Promise<OrdersOfUnit[]> {
  const { rows } = await sql<OrdersOfUnit>`
    select kept.unit_id, piece.hour, piece.nth, sum(piece.weight * piece.share * kept.orders)::float8 as weighted,
      sum(piece.share * kept.orders)::float8 as orders
    from unnest(
      ${hours.map(({ startMs }) => new Date(startMs))}::timestamptz[],
      ${hours.map(({ hour }) => hour)}::int[],
      ${hours.map(({ nth }) => nth)}::int[],
      ${hours.map(({ share }) => share)}::float8[],
      ${hours.map(({ weight }) => weight)}::float8[]
    ) as piece (bucket, hour, nth, share, weight)
    cross join lateral (
      select unit_id, orders from sales_rollups
      where venue_id = ${venueId} and grain = 'hour' and bucket = piece.bucket
    ) as kept
    group by grouping sets ((kept.unit_id, piece.hour), (kept.unit_id, piece.nth))
  `.execute(db);
  return rows;
}

/** Sums the orders of each unit of a venue in one night, from the rollups. */
export async function sumOrdersOfNight(
  db: Db,
  venueId: string,
  hours: readonly HourShare[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ unit_id: string; orders: number }>`
    select kept.unit_id, sum(piece.share * kept.orders)::float8 as orders
    from unnest(
      ${hours.map(({ startMs }) => new Date(startMs))}::timestamptz[],
      ${hours.map(({ share }) => share)}::float8[]
    ) as piece (bucket, share)
    cross join lateral (
      select unit_id, orders from sales_rollups
      where venue_id = ${venueId} and grain = 'hour' and bucket = piece.bucket
    ) as kept
    group by kept.unit_id
  `.execute(db);
  return new Map(rows.map(({ unit_id, orders }) => [unit_id, orders]));
}

/** Counts the glasses of each unit of a venue that failed since a time, where at least so many did. */
export async function listFailingUnits(
  db: Db,
  venueId: string,
  { since, until, least }: { since: Date; until: Date; least: number },
): Promise<string[]> {
  const { rows } = await sql<{ unit_id: string }>`
    select unit_id from pour_cases
    where venue_id = ${venueId} and sold_at >= ${since} and sold_at <= ${until}
    group by unit_id having sum(failed_glasses) >= ${least}
  `.execute(db);
  return rows.map(({ unit_id }) => unit_id);
}

/** Lists the last drinks that the units sold between two times, newest first. */
export async function listLastLines(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  { since, until, most }: { since: Date; until: Date; most: number },
): Promise<(PouredLine & { unit_id: string })[]> {
  const { rows } = await sql<PouredLine & { unit_id: string }>`
    select line.* from unnest(${[...unitIds]}::uuid[]) as unit (id)
    cross join lateral (
      select sale.unit_id, drink.quantity as glasses, drink.quantity - drink.success_quantity as failed
      from orders as sale
      join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = sale.id
      where sale.venue_id = ${venueId} and sale.unit_id = unit.id and sale.entered_by = 'unit'
        and sale.sold_at >= ${since} and sale.sold_at <= ${until}
      order by sale.sold_at desc, sale.id desc, drink.drink_index desc
      limit ${most}
    ) as line
  `.execute(db);
  return rows;
}

/** Counts the glasses that these units sold, and those that failed, on whole days of UTC. */
export async function countUsualFailures(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  days: readonly Date[],
): Promise<(FailureCount & { unit_id: string })[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const { rows } = await sql<FailureCount & { unit_id: string }>`
    select unit.id as unit_id, sold.glasses, failed.glasses as failed
    from unnest(${[...unitIds]}::uuid[]) as unit (id)
    cross join lateral (
      select coalesce(sum(quantity), 0) as glasses from drink_rollups
      where venue_id = ${venueId} and grain = 'day' and bucket = any(${[...days]}::timestamptz[]) and unit_id = unit.id
    ) as sold
    cross join lateral (
      select coalesce(sum(failed_glasses), 0) as glasses from pour_cases
      where venue_id = ${venueId} and unit_id = unit.id and sold_at >= ${first}
        and sold_at < ${last}::timestamptz + interval '1 day'
    ) as failed
  `.execute(db);
  return rows;
}

export interface EndedGap {
  unit_id: string;
  from_at: Date;
  until_at: Date;
  late_sales: number;
}

/** Lists the times without contact that ended after a time, with the sales of each that arrived after it. */
export async function listEndedGaps(db: Db, venueId: string, after: Date): Promise<EndedGap[]> {
  const { rows } = await sql<EndedGap>`
    select gap.unit_id, gap.from_at, gap.until_at, late.sales as late_sales
    from contact_gaps as gap
    cross join lateral (
      select count(*) as sales from orders as sale
      where sale.venue_id = ${venueId} and sale.unit_id = gap.unit_id and sale.entered_by = 'unit'
        and sale.sold_at >= gap.from_at and sale.sold_at < gap.until_at and sale.received_at >= gap.until_at
    ) as late
    where gap.venue_id = ${venueId} and gap.until_at > ${after}
    order by gap.until_at
  `.execute(db);
  return rows;
}

export interface MaintenanceRow {
  unit_id: string;
  from_at: Date;
  until_at: Date;
  ended_by: string | null;
  reason: MaintenanceReason;
}

/** Lists the maintenance periods that end after a time, oldest first. */
export function listMaintenance(db: Db, venueId: string, after: Date): Promise<MaintenanceRow[]> {
  return db
    .selectFrom('unit_services')
    .select(['unit_id', 'from_at', 'until_at', 'ended_by', 'reason'])
    .where('venue_id', '=', venueId)
    .where('until_at', '>', after)
    .orderBy('from_at')
    .execute();
}

export interface PaidSales {
  unit_id: string;
  /** Last sale that was paid for. */
  last_at: Date;
  /** Of the sales before it, from 0 to 1. */
  share: number;
  /** Number of free sales tonight. */
  free: number;
}

/** Reads the paid sales of units that had one since a time: the last one, their share of 200 sales, and the free ones of tonight. */
export async function listPaidSales(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  { since, night, until }: { since: Date; night: Date; until: Date },
): Promise<PaidSales[]> {
  const { rows } = await sql<PaidSales>`
    select unit.id as unit_id, last.sold_at as last_at, former.share, tonight.free
    from unnest(${[...unitIds]}::uuid[]) as unit (id)
    cross join lateral (
      select sold_at from orders
      where venue_id = ${venueId} and unit_id = unit.id and sold_at >= ${since} and sold_at <= ${until}
        and price_cents > 0
      order by sold_at desc limit 1
    ) as last
    cross join lateral (
      select avg((price_cents > 0)::int)::float8 as share from (
        select price_cents from orders
        where venue_id = ${venueId} and unit_id = unit.id and sold_at <= last.sold_at
        order by sold_at desc limit 200
      ) as sale
    ) as former
    cross join lateral (
      select count(*) as free from orders
      where venue_id = ${venueId} and unit_id = unit.id and sold_at >= ${night} and sold_at <= ${until}
        and price_cents = 0
    ) as tonight
  `.execute(db);
  return rows;
}

export interface LowStock {
  id: string;
  unit_number: number;
  /** Ingredients that are out or at their threshold. */
  count: number;
}

/**
 * Lists the units of a venue with ingredients that are out or at their threshold. An ingredient is only if one of its
 * positions is: only those are summed.
 */
export async function listLowStock(db: Db, venueId: string): Promise<LowStock[]> {
  const { rows } = await sql<LowStock>`
    select unit.id, unit.unit_number, low.count
    from (
      select candidate.unit_id, count(*) as count
      from (
        select distinct entry.unit_id, entry.ingredient_id, entry.threshold_percent
        from unit_positions as place
        join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = place.unit_id
          and entry.ingredient_id = place.ingredient_id and entry.active
        where place.venue_id = ${venueId} and place.remaining_ml < place.size_ml
          and 100 * place.remaining_ml <= entry.threshold_percent * place.size_ml
      ) as candidate
      cross join lateral (
        select sum(remaining_ml) as remaining_ml, sum(size_ml) as size_ml from unit_positions
        where venue_id = ${venueId} and unit_id = candidate.unit_id and ingredient_id = candidate.ingredient_id
      ) as held
      where 100 * held.remaining_ml <= candidate.threshold_percent * held.size_ml
      group by candidate.unit_id
    ) as low
    join units as unit on unit.venue_id = ${venueId} and unit.id = low.unit_id and unit.deleted_at is null
  `.execute(db);
  return rows;
}
