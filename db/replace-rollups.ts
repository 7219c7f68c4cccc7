/** Makes stored sums those of the sales. Only rows that differ are written: of sums that are right, none. */
import { type RawBuilder, sql } from 'kysely';
import {
  type AnySums,
  coarserGrains,
  columnsOf,
  drinkLine,
  drinkSums,
  lineSums,
  newestSale,
  orderSums,
  salesOf,
  selectCoarserDrinks,
  selectCoarserSales,
  selected,
  soldCents,
  soldQuantity,
  sumColumns,
  summed,
  sumNames,
  sumNamesOf,
  type SumsTable,
} from './rebuild-rollups.ts';
import type { Db } from './tables/tables.ts';
import type { Grain } from '../rules/reports/rollup-cover.ts';

interface Replaced {
  table: 'sales_rollups' | 'drink_rollups' | SumsTable;
  /** Columns after venue, grain, bucket and unit: of the key, and others. */
  key: readonly string[];
  values: readonly string[];
}

/** Rows of a table as kept. */
interface KeptRows {
  /** Further rows that the condition reads beside kept. */
  using?: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

const named = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
const of = (alias: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));

/**
 * Common table expressions that make the rows of a table that match those that are computed.
 * @param computed selects the columns in this order
 */
function replacing(
  { table, key, values }: Replaced,
  { using, where }: KeptRows,
  computed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = ['venue_id', 'grain', 'bucket', 'unit_id', ...key];
  const [computedRows, different] = [sql.id(`${table}_computed`), sql.id(`${table}_different`)];
  return sql`
    ${computedRows} (${named(keys)}, ${named(values)}) as materialized (${computed}),
    ${different} as materialized (
      select ${named(keys)}, ${of('computed', values)}, ${of('computed', values.slice(0, 1))} is null as is_gone
      from (
        select ${of('kept', [...keys, ...values])}
        from ${sql.table(table)} as kept ${using ? sql`cross join ${using}` : sql``} where ${where}
      ) as stored
      full join ${computedRows} as computed using (${named(keys)})
      where (${of('stored', values)}) is distinct from (${of('computed', values)})
    ), ${sql.id(`${table}_gone`)} as (
      delete from ${sql.table(table)} as kept ${using ? sql`using ${using}` : sql``}
      where ${where} and (${of('kept', keys)}) in (select ${named(keys)} from ${different} where is_gone)
    ), ${sql.id(`${table}_stored`)} as (
      insert into ${sql.table(table)} (${named(keys)}, ${named(values)})
      select ${named(keys)}, ${named(values)} from ${different} where not is_gone
      on conflict (${named(keys)}) do update set
        ${sql.join(values.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}
    )`;
}

async function replaceRows(db: Db, ...what: Parameters<typeof replacing>): Promise<void> {
  await sql`with ${replacing(...what)} select`.execute(db);
}

const rollups = {
  table: 'sales_rollups',
  key: [],
  values: sumNames.map((name) => sumColumns[name]),
} as const;
const rollupsOfDrinks = {
  table: 'drink_rollups',
  key: ['name'],
  values: ['quantity', 'amount_cents'],
} as const;
const replacedSums = (of: AnySums): Replaced => ({
  table: of.table,
  key: of.key,
  values: [...(of.latest === null ? [] : [of.latest]), ...sumNamesOf(of)],
});

/** Makes rows of sums those that are computed. */
export const replaceSums = (
  db: Db,
  of: AnySums,
  kept: KeptRows,
  computed: RawBuilder<unknown>,
): Promise<void> => replaceRows(db, replacedSums(of), kept, computed);

/** Columns of drinks that sums are made of. All of them would not fit into the working memory. */
const drinkColumns = of('drink', [
  'venue_id',
  'order_id',
  'drink_id',
  'name',
  'is_double',
  'quantity',
  'success_quantity',
  'price_cents',
  'list_price_cents',
  'tax_cents',
  'tip_cents',
  'fee_cents',
  'refunded_at',
  'refunded_quantity',
  'refunded_tax_cents',
  'refunded_tip_cents',
]);

/**
 * Makes the hours of a unit those of its sales: of the rollups and of the sums of drinks, in one statement that reads each
 * sale once.
 * @param sold further conditions on sale, beginning with `and`
 * @param buckets further conditions on the hours
 */
export async function replaceHours(
  db: Db,
  { venueId, unitId }: { venueId: string; unitId: string },
  { sold, buckets }: { sold: RawBuilder<unknown>; buckets: RawBuilder<unknown> },
): Promise<void> {
  const sales = salesOf(venueId, sql`and sale.unit_id = ${unitId} ${sold}`);
  const kept = {
    where: sql`kept.venue_id = ${venueId} and kept.unit_id = ${unitId} and kept.grain = 'hour' ${buckets}`,
  };
  const place = sql`${venueId}::uuid, 'hour', sale.hour, ${unitId}::uuid`;
  const lines = sql`line as drink cross join lateral (
    select drink.hour, drink.sold_at, drink.entered_by, drink.order_id as id
  ) as sale`;
  const { key } = columnsOf(drinkSums, 'line');
  await sql`
    with sale as materialized (
      select sale.id, sale.sold_at, date_trunc('hour', sale.sold_at, 'UTC') as hour, sale.entered_by, sale.duration_ms
      from ${sales}
    ), line as materialized (
      select drink.*, sale.hour, sale.sold_at, sale.entered_by
      from sale cross join lateral (
        select ${drinkColumns} from ordered_drinks as drink where drink.venue_id = ${venueId} and drink.order_id = sale.id
        -- Keeps this from becoming a join, for which all drinks might be read.
        offset 0
      ) as drink
    ), ${replacing(
      rollups,
      kept,
      sql`
        select ${venueId}::uuid, 'hour', sold.hour, ${unitId}::uuid, ${sql.join(
          sumNames.map((name) => sql`coalesce(${sql.id(name)}, 0)::bigint`),
        )}
        from (select hour, ${selected(orderSums)} from sale group by hour) as sold
        left join (select drink.hour, ${selected(lineSums)} from line as drink group by hour) as line using (hour)`,
    )}, ${replacing(
      rollupsOfDrinks,
      kept,
      sql`
        select ${place}, drink.name, sum(${soldQuantity})::bigint, sum(${soldCents})::bigint
        from ${lines} group by 3, drink.name`,
    )}, ${replacing(
      replacedSums(drinkSums),
      kept,
      sql`
        select ${place}, ${key}, ${summed(drinkSums, 'line', newestSale)}
        from ${lines} cross join lateral (select ${drinkLine}) as line
        group by 3, ${key}`,
    )}
    select
  `.execute(db);
}

/**
 * Makes the rollups of days those of the hours, and those of months those of the days.
 * @param ofGrain condition on the rollups of this grain, and on the finer ones that make it up
 */
export async function replaceCoarserRollups(
  db: Db,
  ofGrain: (grain: Grain) => RawBuilder<unknown>,
): Promise<void> {
  for (const step of coarserGrains) {
    const finer = ofGrain(step.grain);
    const kept = { where: sql`grain = ${sql.lit(step.grain)} and ${finer}` };
    await replaceRows(db, rollups, kept, selectCoarserSales(step, finer));
    await replaceRows(db, rollupsOfDrinks, kept, selectCoarserDrinks(step, finer));
  }
}
