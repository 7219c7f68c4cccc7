/** Sums of sales in SQL, as rules/reports/sales-totals defines them: rollup columns, and expressions over the sales. */
import { type RawBuilder, sql } from 'kysely';
import type { SalesRollupsTable } from './tables/sums.ts';
import type { Db, Tables } from './tables/tables.ts';
import type { SaleSums } from '../rules/reports/sales-totals.ts';

type SumName = keyof SaleSums;

/** Column of sales_rollups for each sum. */
export const sumColumns = {
  orders: 'orders',
  priceCents: 'price_cents',
  feeCents: 'fee_cents',
  servings: 'servings',
  durationMs: 'duration_ms',
  timedOrders: 'timed_orders',
  salesCents: 'sales_cents',
  taxCents: 'tax_cents',
  tipCents: 'tip_cents',
  refundCents: 'refund_cents',
} as const satisfies Record<SumName, keyof SalesRollupsTable>;

const isSumName = (name: string): name is SumName => name in sumColumns;

export const sumNames: readonly SumName[] = Object.keys(sumColumns).filter(isSumName);

/** Sums over orders as sale; a sum is null without any. */
export const orderSums = {
  orders: sql`count(*)`,
  durationMs: sql`sum(sale.duration_ms)`,
  timedOrders: sql`count(sale.duration_ms)`,
} satisfies Partial<Record<SumName, RawBuilder<unknown>>>;

const lineCents = sql`drink.price_cents * drink.quantity`;
/** Of a line with refunded_at, all is refunded. */
const refundedOf = (all: RawBuilder<unknown>, some: RawBuilder<unknown>) =>
  sql`case when drink.refunded_at is null then ${some} else ${all} end`;

/** Refunded glasses of an ordered drink as drink. */
export const refundedGlasses = refundedOf(sql`drink.quantity`, sql`drink.refunded_quantity`);
const refundedTax = refundedOf(sql`drink.tax_cents`, sql`drink.refunded_tax_cents`);
const refundedTip = refundedOf(sql`drink.tip_cents`, sql`drink.refunded_tip_cents`);

/** Price, tax and tip of the refunded glasses of an ordered drink as drink. */
export const refundedCents = sql`drink.price_cents * ${refundedGlasses} + ${refundedTax} + ${refundedTip}`;

/** Quantity of an ordered drink as drink; refunded glasses count as far as they were poured. */
export const soldQuantity = sql`
  drink.quantity - least(${refundedGlasses}, drink.quantity - drink.success_quantity)`;

/** Amount of an ordered drink as drink, before tax and tips, without refunds. */
export const soldCents = sql`drink.price_cents * (drink.quantity - ${refundedGlasses})`;

/** Sums over ordered_drinks as drink; null without any. */
export const lineSums: Record<Exclude<SumName, keyof typeof orderSums>, RawBuilder<unknown>> = {
  priceCents: sql`sum(${lineCents})`,
  feeCents: sql`sum(drink.fee_cents)`,
  servings: sql`sum(case when drink.success_quantity = 0 then 0 when drink.is_double then 2 else 1 end)`,
  salesCents: sql`sum(${soldCents})`,
  taxCents: sql`sum(drink.tax_cents - ${refundedTax})`,
  tipCents: sql`sum(drink.tip_cents - ${refundedTip})`,
  refundCents: sql`sum(${refundedCents})`,
};

/** Select list of these sums, each under its own name. */
export const selected = (
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql.join(Object.entries(sums).map(([name, sum]) => sql`${sum} as ${sql.id(name)}`));

export const daysOfHours = { finer: 'hour', grain: 'day' } as const;
export const monthsOfDays = { finer: 'day', grain: 'month' } as const;
/** Grains whose sums are those of a finer one. */
export const coarserGrains = [daysOfHours, monthsOfDays] as const;
export type CoarserGrain = (typeof coarserGrains)[number];

export type SumsTable = 'pour_sums' | 'drink_sums';

interface SumsOf<Table extends SumsTable> {
  table: Table;
  /** Columns of the key after venue, grain, bucket and unit. */
  key: readonly (string & keyof Tables[Table])[];
  /** Columns that are added up, with the type of the sum. */
  sums: Readonly<Record<string, 'bigint' | 'numeric'>>;
  /** Column with the value of the last sale. */
  latest: string | null;
  /** Rows that a sale of the venue adds, as a subquery over orders as sale. */
  lines: (venueId: string) => RawBuilder<unknown>;
}

/** Condition with the venue itself, so that one node answers. */
const ofSale = (table: string, venueId: string) =>
  sql`${sql.ref(`${table}.venue_id`)} = ${venueId} and ${sql.ref(`${table}.order_id`)} = sale.id`;

const cents = (price: RawBuilder<unknown>) => sql`${price} * (drink.quantity - ${refundedGlasses})`;

/** A drink of the menu by its id; others by their name. */
export const keyOfDrink = sql`coalesce(drink.drink_id, md5(drink.venue_id::text || ' ' || drink.name)::uuid)`;

/** Columns that an ordered drink as drink, of an order as sale, adds to the sums of drinks. */
export const drinkLine = sql`
  ${keyOfDrink} as drink_key, drink.is_double,
  drink.name, drink.quantity as glasses, drink.success_quantity as poured_glasses,
  case when sale.entered_by = 'unit' then drink.quantity - drink.success_quantity else 0 end as failed_glasses,
  case when drink.price_cents = 0 then drink.quantity else 0 end as comp_glasses,
  ${refundedGlasses} as refunded_glasses,
  ${cents(sql`drink.price_cents`)} as sales_cents,
  ${cents(sql`coalesce(drink.list_price_cents, drink.price_cents)`)} as list_cents`;

export const drinkSums = {
  table: 'drink_sums',
  key: ['drink_key', 'is_double'],
  sums: {
    glasses: 'bigint',
    poured_glasses: 'bigint',
    failed_glasses: 'bigint',
    comp_glasses: 'bigint',
    refunded_glasses: 'bigint',
    sales_cents: 'bigint',
    list_cents: 'bigint',
  },
  latest: 'name',
  lines: (venueId) => sql`(
    select ${drinkLine}
    from ordered_drinks as drink where ${ofSale('drink', venueId)}
    -- Keeps this from becoming a join, for which all drinks might be read.
    offset 0
  )`,
} as const satisfies SumsOf<'drink_sums'>;

const endedAs = (outcome: string) => sql`(pour.outcome = ${sql.lit(outcome)})::int`;
const ifFlowing = (value: RawBuilder<unknown>) =>
  sql`case when pour.outcome = 'poured' and pour.ms > 0 then ${value} else 0 end`;

export const pourSums = {
  table: 'pour_sums',
  key: ['ingredient_id', 'position'],
  sums: {
    pours: 'bigint',
    expected_ml: 'numeric',
    poured_ml: 'numeric',
    flow_ml: 'numeric',
    flow_ms: 'bigint',
    empty: 'bigint',
    blocked: 'bigint',
    timeouts: 'bigint',
    partials: 'bigint',
    cancelled: 'bigint',
  },
  latest: null,
  lines: (venueId) => sql`(
    select pour.ingredient_id, pour.position, 1 as pours,
      -- Servings that were filled in later are not those of the sale, and no change of the log says when they were.
      coalesce(
        case when drink.snapshot then drink.serving_ml[array_position(drink.ingredient_ids, pour.ingredient_id)] end
          * case when drink.is_double then 2 else 1 end,
        pour.ml
      ) as expected_ml,
      pour.ml as poured_ml, ${ifFlowing(sql`pour.ml`)} as flow_ml, ${ifFlowing(sql`pour.ms`)} as flow_ms,
      ${endedAs('empty')} as empty, ${endedAs('blocked')} as blocked, ${endedAs('timeout')} as timeouts,
      ${endedAs('partial')} as partials, ${endedAs('cancelled')} as cancelled
    from pours as pour
    join ordered_drinks as drink on ${ofSale('drink', venueId)} and drink.drink_index = pour.drink_index
    where ${ofSale('pour', venueId)}
    offset 0
  )`,
} as const satisfies SumsOf<'pour_sums'>;

export type AnySums = SumsOf<'drink_sums'> | SumsOf<'pour_sums'>;
export const allSums = [drinkSums, pourSums] as const;

export const sumNamesOf = ({ sums }: AnySums): string[] => Object.keys(sums);

/** Column names as a list, those of the key, of the latest value and of the sums. */
export const columnsOf = (
  of: AnySums,
  table: string | null = null,
): Record<'key' | 'values', RawBuilder<unknown>> => {
  const refer = (name: string) => sql.ref(table === null ? name : `${table}.${name}`);
  const values = [...(of.latest === null ? [] : [of.latest]), ...sumNamesOf(of)];
  return { key: sql.join(of.key.map(refer)), values: sql.join(values.map(refer)) };
};

/**
 * Select list of the sums of rows of `table`, and of the latest value among them.
 * @param order by which rows follow each other
 */
export function summed(
  of: AnySums,
  table: string,
  order: RawBuilder<unknown>,
  sign = sql`1`,
): RawBuilder<unknown> {
  const refer = (name: string) => sql.ref(`${table}.${name}`);
  return sql.join([
    ...(of.latest === null
      ? []
      : [sql`(array_agg(${refer(of.latest)} order by ${order}))[1] as ${sql.id(of.latest)}`]),
    ...Object.entries(of.sums).map(
      ([name, type]) => sql`sum(${sign} * ${refer(name)})::${sql.raw(type)} as ${sql.id(name)}`,
    ),
  ]);
}

export const newestSale = sql`sale.sold_at desc, sale.id desc`;

/**
 * Selects the sums by hour of sales of a venue.
 * @param sales orders as sale
 */
export const selectHours = (
  of: AnySums,
  venueId: string,
  sales: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select sale.venue_id, 'hour' as grain, date_trunc('hour', sale.sold_at, 'UTC') as bucket, sale.unit_id,
    ${columnsOf(of, 'line').key}, ${summed(of, 'line', newestSale)}
  from ${sales} cross join lateral ${of.lines(venueId)} as line
  group by sale.venue_id, 3, sale.unit_id, ${columnsOf(of, 'line').key}`;

/**
 * Selects the sums of a grain from those of the next finer one, kept.
 * @param more what the condition is about beside kept
 */
export const selectCoarser = (
  of: AnySums,
  { finer, grain }: CoarserGrain,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown> | null = null,
): RawBuilder<unknown> => sql`
  select kept.venue_id, ${sql.lit(grain)} as grain, date_trunc(${sql.lit(grain)}, kept.bucket, 'UTC') as bucket, kept.unit_id,
    ${columnsOf(of, 'kept').key}, ${summed(of, 'kept', sql`kept.bucket desc`)}
  from ${sql.table(of.table)} as kept ${more === null ? sql`` : sql`cross join ${more}`}
  where kept.grain = ${sql.lit(finer)} and ${where}
  group by kept.venue_id, 3, kept.unit_id, ${columnsOf(of, 'kept').key}`;

export const insertSums = (of: AnySums, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into ${sql.table(of.table)} (venue_id, grain, bucket, unit_id, ${columnsOf(of).key}, ${columnsOf(of).values})
  ${rows}`;

/**
 * Selects orders as sale of a venue.
 * @param more further conditions on sale, beginning with `and`
 */
export const salesOf = (venueId: string, more = sql``): RawBuilder<unknown> => sql`
  (select * from orders as sale where sale.venue_id = ${venueId} ${more} offset 0) as sale`;

/** Start of the UTC month that is not over. */
export const startOfMonth = sql`date_trunc('month', now(), 'UTC')`;

/** Rebuilds all sums from the sales, venue by venue. */
export async function rebuildSums(db: Db): Promise<void> {
  const venues = await db.selectFrom('venues').select('id').execute();
  for (const { id } of venues) {
    await sql`delete from sums_progress where venue_id = ${id}`.execute(db);
    await sql`
      insert into sums_progress (venue_id, unit_id, summed_to, summed_from, months_to, months_number)
      select venue_id, unit_id, last_number, '-infinity', ${startOfMonth}, last_number from unit_state
      where venue_id = ${id}
    `.execute(db);
    for (const of of allSums) {
      await sql`delete from ${sql.table(of.table)} where venue_id = ${id}`.execute(db);
      await insertSums(of, selectHours(of, id, salesOf(id))).execute(db);
      const kept = sql`kept.venue_id = ${id}`;
      await insertSums(of, selectCoarser(of, daysOfHours, kept)).execute(db);
      const whole = sql`${kept} and kept.bucket < ${startOfMonth}`;
      await insertSums(of, selectCoarser(of, monthsOfDays, whole)).execute(db);
    }
  }
}

const ofOrders: Partial<Record<keyof SaleSums, RawBuilder<unknown>>> = orderSums;
const columns = sql.join(sumNames.map((name) => sql.id(sumColumns[name])));

/** Selects the hourly sums of the sales that match: venue_id, grain, bucket, unit_id and the columns of the sums. */
export const selectHourlySales = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sale.venue_id, 'hour' as grain, date_trunc('hour', sale.sold_at, 'UTC') as bucket, sale.unit_id,
    ${sql.join(
      sumNames.map(
        (name) =>
          sql`coalesce(${ofOrders[name] ?? sql`sum(line.${sql.id(name)})`}, 0)::bigint as ${sql.id(sumColumns[name])}`,
      ),
    )}
  from orders as sale
  cross join lateral (
    select ${selected(lineSums)}
    from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
  ) as line
  where ${where}
  group by 1, 3, 4`;

/** Selects the hourly quantity and amount of each drink of the sales that match. */
export const selectHourlyDrinks = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sale.venue_id, 'hour' as grain, date_trunc('hour', sale.sold_at, 'UTC') as bucket, sale.unit_id, line.name,
    sum(line.quantity)::bigint as quantity, sum(line.cents)::bigint as amount_cents
  from orders as sale
  cross join lateral (
    select drink.name, ${soldQuantity} as quantity, ${soldCents} as cents
    from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    -- Keeps this from becoming a join, for which all drinks might be read.
    offset 0
  ) as line
  where ${where}
  group by 1, 3, 4, 5`;

/** Selects the sums of a grain from those of the next finer one. */
export const selectCoarserSales = (
  { finer, grain }: CoarserGrain,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select venue_id, ${sql.lit(grain)} as grain, date_trunc(${sql.lit(grain)}, bucket, 'UTC') as bucket, unit_id,
    ${sql.join(sumNames.map((name) => sql`sum(${sql.id(sumColumns[name])})::bigint as ${sql.id(sumColumns[name])}`))}
  from sales_rollups where grain = ${sql.lit(finer)} and ${where}
  group by 1, 3, 4`;

export const selectCoarserDrinks = (
  { finer, grain }: CoarserGrain,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select venue_id, ${sql.lit(grain)} as grain, date_trunc(${sql.lit(grain)}, bucket, 'UTC') as bucket, unit_id, name,
    sum(quantity)::bigint as quantity, sum(amount_cents)::bigint as amount_cents
  from drink_rollups where grain = ${sql.lit(finer)} and ${where}
  group by 1, 3, 4, 5`;

/**
 * Inserts the rollups of sales, and then those of coarser grains from the finer ones.
 * @param ofSales condition on sale
 * @param ofFiner condition on the rollups that make up those of this grain
 */
export async function insertRollups(
  db: Db,
  ofSales: RawBuilder<unknown>,
  ofFiner: (grain: CoarserGrain['grain']) => RawBuilder<unknown>,
): Promise<void> {
  const sales = sql`insert into sales_rollups (venue_id, grain, bucket, unit_id, ${columns})`;
  const drinks = sql`insert into drink_rollups (venue_id, grain, bucket, unit_id, name, quantity, amount_cents)`;
  await sql`${sales} ${selectHourlySales(ofSales)}`.execute(db);
  await sql`${drinks} ${selectHourlyDrinks(ofSales)}`.execute(db);
  for (const step of coarserGrains) {
    const finer = ofFiner(step.grain);
    await sql`${sales} ${selectCoarserSales(step, finer)}`.execute(db);
    await sql`${drinks} ${selectCoarserDrinks(step, finer)}`.execute(db);
  }
}

const all = sql`true`;

/**
 * Rebuilds all rollups, and the sums of pours and drinks, from the sales. Orders and a job update them; this is for sales
 * that were stored in another way.
 */
export async function rebuildRollups(db: Db): Promise<void> {
  await sql`delete from sales_rollups`.execute(db);
  await sql`delete from drink_rollups`.execute(db);
  await insertRollups(db, all, () => all);
  await rebuildSums(db);
}
