/** What is stored twice, compared within one venue. Each statement sees one moment of the database. */
import { type RawBuilder, sql } from 'kysely';
import {
  coarserGrains,
  lineSums,
  refundedCents,
  refundedGlasses,
  selectCoarserDrinks,
  selectCoarserSales,
  selected,
  selectHourlyDrinks,
  selectHourlySales,
  sumColumns,
  sumNames,
} from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import {
  bucketEnd,
  bucketStart,
  type Grain,
  type TimeRange,
} from '../../rules/reports/rollup-cover.ts';

/** A row of a rollup that differs from the sums it was made of; null where that side has no row. */
export interface DifferentRollup {
  grain: 'hour' | 'day' | 'month';
  bucket: Date;
  unit_id: string;
  /** Name of the drink; null for the sums of all. */
  name: string | null;
  stored: Record<string, number> | null;
  computed: Record<string, number> | null;
}

const salesColumns = sumNames.map((name) => sumColumns[name]);
const drinkColumns = ['quantity', 'amount_cents'];

/**
 * Compares the rollups of a venue: hours with the sales, days with hours, months with days. A row of zeros, which is
 * left where a sale was moved away, equals none.
 */
export async function compareRollups(
  db: Db,
  venueId: string,
  part: Part,
): Promise<DifferentRollup[]> {
  const ofSales = sql`sale.venue_id = ${venueId} ${soldIn(part)}`;
  const ofVenue = (grain: 'day' | 'month') => sql`venue_id = ${venueId} ${inBuckets(part, grain)}`;
  const of = { venueId, part };
  const comparisons = [
    compared(of, 'sales_rollups', 'hour', selectHourlySales(ofSales)),
    ...coarserGrains.map((step) =>
      compared(of, 'sales_rollups', step.grain, selectCoarserSales(step, ofVenue(step.grain))),
    ),
    compared(of, 'drink_rollups', 'hour', selectHourlyDrinks(ofSales)),
    ...coarserGrains.map((step) =>
      compared(of, 'drink_rollups', step.grain, selectCoarserDrinks(step, ofVenue(step.grain))),
    ),
  ];
  const differences: DifferentRollup[] = [];
  for (const comparison of comparisons) differences.push(...(await comparison.execute(db)).rows);
  return differences;
}

function compared(
  { venueId, part }: { venueId: string; part: Part },
  table: 'sales_rollups' | 'drink_rollups',
  grain: DifferentRollup['grain'],
  computed: RawBuilder<unknown>,
): RawBuilder<DifferentRollup> {
  const names = table === 'sales_rollups' ? salesColumns : drinkColumns;
  const key = table === 'sales_rollups' ? [] : [sql.id('name')];
  const sums = sql.join(names.map((name) => sql.id(name)));
  const keys = sql.join([sql.id('bucket'), sql.id('unit_id'), ...key]);
  const asObject = (side: string) =>
    sql`case when ${sql.id(side)}.unit_id is null then null else json_build_object(${sql.join(
      names.flatMap((name) => [sql.lit(name), sql`${sql.id(side)}.${sql.id(name)}`]),
    )} ) end`;
  const isAnySum = sql.join(
    names.map((name) => sql`${sql.id(name)} <> 0`),
    sql` or `,
  );
  const differs = sql.join(
    names.map((name) => sql`stored.${sql.id(name)} is distinct from computed.${sql.id(name)}`),
    sql` or `,
  );
  return sql<DifferentRollup>`
    with stored as (
      select ${keys}, ${sums} from ${sql.table(table)}
      where venue_id = ${venueId} and grain = ${grain} and (${isAnySum}) ${inBuckets(part, grain)}
    ), computed as (
      select ${keys}, ${sums} from (${computed}) as sums where ${isAnySum}
    )
    select ${grain}::text as grain, bucket, unit_id, ${key[0] ?? sql`null::text`} as name,
      ${asObject('stored')} as stored, ${asObject('computed')} as computed
    from stored full join computed using (${keys})
    where ${differs}
    order by bucket, unit_id, 4
  `;
}

export interface UnevenOrder {
  id: string;
  unit_number: number;
  /** Amount that differs from the sum of its drinks. */
  amount: 'price' | 'tax' | 'tips' | 'processing fee';
  stored_cents: number;
  sum_cents: number;
}

/** Lists the orders of a venue whose amounts are not the sums of their drinks. */
export async function listUnevenOrders(
  db: Db,
  venueId: string,
  part: Part,
): Promise<UnevenOrder[]> {
  const { rows } = await sql<UnevenOrder>`
    select sale.id, sale.unit_number, part.amount, part.stored_cents, part.sum_cents
    from orders as sale
    cross join lateral (
      select sum(price_cents * quantity)::bigint as price, sum(tax_cents)::bigint as tax, sum(tip_cents)::bigint as tip,
        sum(fee_cents)::bigint as fee
      from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    ) as line
    cross join lateral (values
      ('price', sale.price_cents, coalesce(line.price, 0)),
      ('tax', sale.tax_cents, coalesce(line.tax, 0)),
      ('tips', sale.tip_cents, coalesce(line.tip, 0)),
      ('processing fee', coalesce(sale.fee_cents, 0), coalesce(line.fee, 0))
    ) as part (amount, stored_cents, sum_cents)
    where sale.venue_id = ${venueId} ${soldIn(part)} and part.stored_cents <> part.sum_cents
    order by sale.id, part.amount
  `.execute(db);
  return rows;
}

/** A drink that was not wholly poured and has no case, or one that differs; null where that side has none. */
export interface DifferentCase {
  unit_id: string;
  order_id: string;
  drink_index: number;
  stored: string | null;
  computed: string | null;
}

/** `2 failed, $18.00 owed, $0.00 refunded`. */
const caseText = (glasses: string, owed: string, refunded: string) => sql`format(
  '%s failed, $%s owed, $%s refunded', ${sql.raw(glasses)}, round(${sql.raw(owed)} / 100.0, 2),
  round(${sql.raw(refunded)} / 100.0, 2)
)`;

/**
 * Compares the cases of a venue with the drinks of its sales: the failed glasses, what is owed and whether they are
 * refunded. The failed glasses have the last shares of the tax, of which the first are a cent larger.
 */
export async function compareCases(db: Db, venueId: string, part: Part): Promise<DifferentCase[]> {
  const { rows } = await sql<DifferentCase>`
    with computed as (
      select sale.unit_id, drink.order_id, drink.drink_index,
        ${caseText('failed', 'owed', 'refunded')}
          || case when owed > 0 and is_refunded then ', resolved by it' else '' end as computed
      from orders as sale
      cross join lateral (
        select * from ordered_drinks as line where line.venue_id = ${venueId} and line.order_id = sale.id
          and line.success_quantity < line.quantity
        -- Keeps this from becoming a join, for which all drinks might be read.
        offset 0
      ) as drink
      cross join lateral (select drink.quantity - drink.success_quantity as failed) as glasses
      cross join lateral (
        select coalesce(sum(other.success_quantity), 0) = 0 as nothing_poured from ordered_drinks as other
        where other.venue_id = ${venueId} and other.order_id = sale.id
      ) as sold
      cross join lateral (
        select case when drink.price_cents = 0 then 0 else failed * (drink.price_cents + drink.tax_cents / drink.quantity)
            + greatest(0, drink.tax_cents % drink.quantity - drink.success_quantity)
            + case when nothing_poured then drink.tip_cents else 0 end end as owed,
          ${refundedCents} as refunded, ${refundedGlasses} >= failed as is_refunded
      ) as amounts
      where sale.venue_id = ${venueId} ${soldIn(part)} and sale.entered_by = 'unit'
    ), stored as (
      select unit_id, order_id, drink_index,
        ${caseText('failed_glasses', 'owed_cents', 'refunded_cents')}
          || case when owed_cents > 0 and resolution = 'refunded' then ', resolved by it' else '' end as stored
      from pour_cases as sale where venue_id = ${venueId} ${soldIn(part)}
    )
    select unit_id, order_id, drink_index, stored, computed
    from stored full join computed using (unit_id, order_id, drink_index)
    where stored is distinct from computed
    order by order_id, drink_index
  `.execute(db);
  return rows;
}

/** A drink whose refunded glasses, or cents, are not those of its refunds. */
export interface DifferentRefunds {
  order_id: string;
  drink_index: number;
  stored: string;
  computed: string;
}

/** `1 refunded, $10.23`. */
const glassesText = (glasses: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
  sql`format('%s refunded, $%s', ${glasses}, round(${amount} / 100.0, 2))`;

/** Compares what is stored as refunded of each drink of a venue that has refunds with these. */
export async function compareRefunds(
  db: Db,
  venueId: string,
  part: Part,
): Promise<DifferentRefunds[]> {
  const refunds =
    part === null
      ? sql`refunds`
      : sql`(
        select given.* from orders as sale
        cross join lateral (
          select * from refunds where refunds.venue_id = ${venueId} and refunds.order_id = sale.id offset 0
        ) as given
        where sale.venue_id = ${venueId} ${soldIn(part)}
        offset 0
      )`;
  const { rows } = await sql<DifferentRefunds>`
    select drink.order_id, drink.drink_index, ${glassesText(refundedGlasses, refundedCents)} as stored,
      ${glassesText(sql`given.glasses`, sql`given.cents`)} as computed
    from (
      select refund.order_id, refund.drink_index,
        coalesce(sum(coalesce(refund.glasses, line.quantity)) filter (where refund.state = 'refunded'), 0) as glasses,
        coalesce(sum(refund.amount_cents) filter (where refund.state = 'refunded'), 0) as cents
      from ${refunds} as refund
      join ordered_drinks as line on line.venue_id = refund.venue_id and line.order_id = refund.order_id
        and line.drink_index = refund.drink_index
      where refund.venue_id = ${venueId}
      group by refund.order_id, refund.drink_index
    ) as given
    join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = given.order_id
      and drink.drink_index = given.drink_index
    where ${refundedGlasses} <> given.glasses or ${refundedCents} <> given.cents
    order by drink.order_id, drink.drink_index
  `.execute(db);
  return rows;
}

export interface LogGap {
  unit_id: string;
  /** Number of the last entry by the unit's row. */
  last_number: number;
  /** Of the entries that are kept. */
  first: number;
  last: number;
  entries: number;
}

/**
 * Lists the units of a venue whose change log has gaps, or another last number than the unit.
 * @param newest number of entries of a unit that are looked at
 */
export async function listLogGaps(
  db: Db,
  venueId: string,
  newest: number | null,
): Promise<LogGap[]> {
  const isNewest =
    newest === null ? sql`` : sql`and log.number > state.last_number - ${newest}::bigint`;
  const { rows } = await sql<LogGap>`
    select state.unit_id, state.last_number, kept.first, kept.last, kept.entries
    from unit_state as state
    cross join lateral (
      select min(log.number) as first, max(log.number) as last, count(*) as entries
      from changes as log
      where log.venue_id = ${venueId} and log.unit_id = state.unit_id ${isNewest}
    ) as kept
    where state.venue_id = ${venueId} and kept.entries > 0
      and (kept.last <> state.last_number or kept.last - kept.first + 1 <> kept.entries)
    order by state.unit_id
  `.execute(db);
  return rows;
}

/** Number of sales of a venue. */
export async function countSales(db: Db, venueId: string, part: Part = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from orders as sale where sale.venue_id = ${venueId} ${soldIn(part)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

// The part of a venue's sales that a comparison concerns, as conditions.

/** Whole hours; null for all sales. */
export type Part = TimeRange | null;

const inTimeRange = (column: RawBuilder<unknown>, { startMs, endMs }: TimeRange) =>
  sql`and ${column} >= ${new Date(startMs)}::timestamptz and ${column} < ${new Date(endMs)}::timestamptz`;

/** `and …` on sale. */
export const soldIn = (part: Part): RawBuilder<unknown> =>
  part === null ? sql`` : inTimeRange(sql`sale.sold_at`, part);

/** `and …` on buckets: those of this grain that have a share in the part, with all finer ones in them. */
export const inBuckets = (part: Part, grain: Grain): RawBuilder<unknown> =>
  part === null
    ? sql``
    : inTimeRange(sql`bucket`, {
        startMs: bucketStart(grain, part.startMs),
        endMs: bucketEnd(grain, part.endMs),
      });

// Sales of a range as they are stored: of each line, and of each order.

/** Amounts in cents. */
export interface StoredSales {
  orders: number;
  servings: number;
  salesCents: number;
  taxCents: number;
  tipCents: number;
  refundCents: number;
  /** Orders whose amount is not the sum of their lines. */
  unevenPrices: number;
  unevenTaxes: number;
  unevenTips: number;
}

const sum = (name: string) =>
  sql`coalesce(sum(line.${sql.id(name)}), 0)::bigint as ${sql.id(name)}`;
const uneven = (stored: string, name: string) =>
  sql`count(*) filter (where sale.${sql.id(stored)} <> coalesce(line.${sql.id(name)}, 0))`;

/** Reads the lines of every order of the range, and no sums. */
export async function readStoredSales(
  db: Db,
  venueId: string,
  { startMs, endMs }: TimeRange,
): Promise<StoredSales> {
  const { rows } = await sql<StoredSales>`
    select count(*) as orders,
      ${sql.join(['servings', 'salesCents', 'taxCents', 'tipCents', 'refundCents'].map(sum))},
      ${uneven('price_cents', 'priceCents')} as "unevenPrices",
      ${uneven('tax_cents', 'allTaxCents')} as "unevenTaxes",
      ${uneven('tip_cents', 'allTipCents')} as "unevenTips"
    from orders as sale
    cross join lateral (
      select ${selected(lineSums)}, sum(drink.tax_cents) as "allTaxCents", sum(drink.tip_cents) as "allTipCents"
      from ordered_drinks as drink where drink.venue_id = ${venueId} and drink.order_id = sale.id
    ) as line
    where sale.venue_id = ${venueId}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum returns one row');
  return row;
}
