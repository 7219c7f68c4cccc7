import { sql } from 'kysely';
import { refundedGlasses } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { SoldGlasses } from '../../rules/prices/rehearsal.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';

/** Glasses of a drink that were sold at one price between two of the given times. */
export interface DatedGlasses extends SoldGlasses {
  /** Number of the times that were not after the sales. */
  since: number;
  /** Time of the first sale. */
  firstAt: Date;
}

/**
 * Lists the glasses of these drinks that were poured and paid in a range, by price.
 * @param times in their order; sales before and after one of them are listed apart
 */
export async function listSoldGlasses(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
  { startMs, endMs }: TimeRange,
  times: readonly Date[] = [],
): Promise<DatedGlasses[]> {
  const paid = sql`least(drink.quantity - ${refundedGlasses}, drink.success_quantity)`;
  const { rows } = await sql<DatedGlasses>`
    select line.drink_id as "drinkId", line.is_double as "isDouble", line.price_cents as cents,
      line.list_cents as "listCents", width_bucket(sale.sold_at, ${times}::timestamptz[]) as since,
      sum(line.glasses)::bigint as glasses, min(sale.sold_at) as "firstAt"
    from orders as sale
    -- The offset keeps this from becoming a join, for which all drinks might be read.
    cross join lateral (
      select drink.drink_id, drink.is_double, drink.price_cents,
        coalesce(drink.list_price_cents, drink.price_cents) as list_cents, ${paid} as glasses
      from ordered_drinks as drink
      where drink.venue_id = ${venueId} and drink.order_id = sale.id and drink.price_cents > 0
      offset 0
    ) as line
    where sale.venue_id = ${venueId}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}
      and line.drink_id = any(${drinkIds}::uuid[]) and line.glasses > 0
    group by 1, 2, 3, 4, 5
  `.execute(db);
  return rows;
}

/** A price that a drink had until a time. */
export interface FormerPrice {
  drinkId: string;
  untilAt: Date;
  cents: number;
}

/** Lists the prices that these drinks of these units had until a time after this one, oldest first. */
export async function listFormerPricesOfDrinks(
  db: Db,
  venueId: string,
  { unitIds, drinkIds }: { unitIds: readonly string[]; drinkIds: readonly string[] },
  after: Date,
): Promise<FormerPrice[]> {
  return db
    .selectFrom('former_prices')
    .select(['item_id as drinkId', 'until_at as untilAt', 'price_cents as cents'])
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', sql<string>`any(${[...unitIds]}::uuid[])`)
    .where('item_id', '=', sql<string>`any(${[...drinkIds]}::uuid[])`)
    .where('until_at', '>', after)
    .orderBy('until_at')
    .execute();
}
