/** Reads what streams of tonight show. */
import { type Selectable, sql } from 'kysely';
import { lineSums, selected } from '../../db/rebuild-rollups.ts';
import type { ChangesTable } from '../../db/tables/audit.ts';
import type { Db } from '../../db/tables/tables.ts';

/** Last number of the change log of a unit. */
export interface UnitPosition {
  venue_id: string;
  unit_id: string;
  last_number: number;
}

/** Last numbers of all units of these venues: one index scan per venue, whatever was sold. */
export function listLatestNumbers(db: Db, venueIds: readonly string[]): Promise<UnitPosition[]> {
  return db
    .selectFrom('unit_state')
    .select(['venue_id', 'unit_id', 'last_number'])
    .where('venue_id', 'in', [...venueIds])
    .execute();
}

export type LoggedChange = Pick<
  Selectable<ChangesTable>,
  'unit_id' | 'number' | 'at' | 'kind' | 'order_id' | 'detail'
>;

/** What is in the logs of these units after the first number, up to the second; unit by unit, in the order of their numbers. */
export async function listChangesBetween(
  db: Db,
  venueId: string,
  units: readonly { unitId: string; after: number; upTo: number }[],
): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select change.unit_id, change.number, change.at, change.kind, change.order_id, change.detail
    from unnest(
      ${units.map(({ unitId }) => unitId)}::uuid[],
      ${units.map(({ after }) => after)}::bigint[],
      ${units.map(({ upTo }) => upTo)}::bigint[]
    ) as read (unit_id, after, up_to)
    cross join lateral (
      select unit_id, number, at, kind, order_id, detail from changes
      where venue_id = ${venueId} and unit_id = read.unit_id
        and number > read.after and number <= read.up_to
    ) as change
    order by change.unit_id, change.number
  `.execute(db);
  return rows;
}

export interface StepSums {
  /** Start of five minutes. */
  starts: Date;
  /** After refunds. */
  cents: number;
  drinks: number;
  orders: number;
  /** Sum of the squares of the amounts of single orders, after refunds, in dollars. */
  squares: number;
}

/** Sums of the sales of a range by five minutes; only those in which something was sold. */
export async function sumSteps(
  db: Db,
  venueId: string,
  { from, before }: { from: Date; before: Date },
): Promise<StepSums[]> {
  const { rows } = await sql<StepSums>`
    select to_timestamp(step * 300) as starts, sum(taken)::bigint as cents, sum(servings)::bigint as drinks,
      count(*) as orders, sum((taken / 100.0) ^ 2)::double precision as squares
    from (
      select floor(extract(epoch from sale.sold_at) / 300)::bigint as step,
        coalesce(line."salesCents" + line."taxCents" + line."tipCents", 0) as taken,
        coalesce(line.servings, 0) as servings
      from orders as sale
      cross join lateral (
        select ${selected(lineSums)} from ordered_drinks as drink
        where drink.venue_id = ${venueId} and drink.order_id = sale.id
      ) as line
      where sale.venue_id = ${venueId} and sale.sold_at >= ${from} and sale.sold_at < ${before}
    ) as sold
    group by step
    order by step
  `.execute(db);
  return rows;
}

/** Ids of the sales of a range that are dated last, latest first. */
export async function listLatestSaleIds(
  db: Db,
  venueId: string,
  { from, before, size }: { from: Date; before: Date; size: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('sold_at', '>=', from)
    .where('sold_at', '<', before)
    .orderBy('sold_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
  return rows.map(({ id }) => id);
}
