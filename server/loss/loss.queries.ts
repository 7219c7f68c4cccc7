/** Pours and movements of a range, summed where they are alike. */
import { type RawBuilder, sql } from 'kysely';
import { planEachTime } from '../../db/pool/prepared-statements.ts';
import { refundedGlasses } from '../../db/rebuild-rollups.ts';
import type { PoursTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { ofUnit, type SalesScope } from '../reports/sales-sums.queries.ts';

/** Times at which a cost changes within a range, in their order. */
export interface CostTimes {
  range: TimeRange;
  changes: readonly Date[];
}

/** Number of the changes until this time. */
const periodOf = (at: RawBuilder<unknown>, { changes }: CostTimes): RawBuilder<unknown> =>
  changes.length === 0 ? sql`0` : sql`width_bucket(${at}, ${[...changes]}::timestamptz[])`;

/** Pours of one position and ingredient in lines that are alike; or such lines without pours. */
export interface PouredRow {
  unitId: string;
  period: number;
  isDeducted: boolean;
  ingredientIds: string[];
  servingMl: number[];
  ingredientPriceCents: number[];
  isDouble: boolean;
  quantity: number;
  successQuantity: number;
  refundedQuantity: number;
  priceCents: number;
  /** Null for lines without pours. */
  ingredientId: string | null;
  position: number | null;
  /** Lines whose first pour is among these. */
  lines: number;
  pours: number;
  ml: number;
}

const isDeducted = sql`(sale.deducted is not null or sale.entered_by = 'import')`;

/** What is the same in lines that are alike. */
const alikeOf = (times: CostTimes): RawBuilder<unknown> => sql`
  sale.unit_id as "unitId", ${periodOf(sql`sale.sold_at`, times)} as period, ${isDeducted} as "isDeducted",
  drink.ingredient_ids as "ingredientIds",
  -- Servings that were filled in later are not those of the sale, and judge no pour.
  case when drink.snapshot or pour.pour_index is null then drink.serving_ml else '{}' end as "servingMl",
  drink.ingredient_price_cents as "ingredientPriceCents", drink.is_double as "isDouble", drink.quantity,
  drink.success_quantity as "successQuantity",
  ${refundedGlasses} as "refundedQuantity", drink.price_cents as "priceCents"`;

/**
 * Hash of what `alikeOf` selects of a line: PostgreSQL groups by one number in half the time that it takes by all of
 * these columns. Two of 1,000 kinds of lines have the same one in 1 of 10^13 reports.
 */
const hashOfAlike = (times: CostTimes): RawBuilder<unknown> =>
  (
    [
      ['hash_array_extended', sql`drink.ingredient_ids`],
      ['hash_array_extended', sql`drink.serving_ml`],
      ['hash_array_extended', sql`drink.ingredient_price_cents`],
      ['uuid_hash_extended', sql`sale.unit_id`],
      ['hashint8extended', sql`drink.price_cents`],
      ['hashint4extended', periodOf(sql`sale.sold_at`, times)],
      ['hashint2extended', sql`drink.quantity`],
      ['hashint2extended', sql`drink.success_quantity`],
      ['hashint2extended', refundedGlasses],
      [
        'hashint4extended',
        sql`${isDeducted}::int + 2 * drink.snapshot::int + 4 * drink.is_double::int`,
      ],
    ] as const
  ).reduce((seed, [hash, value]) => sql`${sql.raw(hash)}(${value}, ${seed})`, sql`0`);

/**
 * Lines of the sales of a range.
 * @param joined with them
 */
const linesOf = (
  scope: SalesScope,
  { range }: CostTimes,
  joined = sql``,
): RawBuilder<unknown> => sql`
  from orders as sale
  join ordered_drinks as drink on drink.venue_id = ${scope.venueId} and drink.order_id = sale.id
  ${joined}
  where sale.venue_id = ${scope.venueId} and ${ofUnit('sale.unit_id', scope)}
    and sale.sold_at >= ${new Date(range.startMs)} and sale.sold_at < ${new Date(range.endMs)}`;

export async function sumPoured(db: Db, scope: SalesScope, times: CostTimes): Promise<PouredRow[]> {
  const { venueId } = scope;
  const { rows } = await sql<PouredRow>`
    ${planEachTime}
    select ${alikeOf(times)}, pour.ingredient_id as "ingredientId", pour.position, pour.lines, pour.pours, pour.ml
    from (
      select pour.ingredient_id, pour.position, min(pour.pour_index) as pour_index,
        count(*) filter (where coalesce(pour.pour_index, 0) = 0) as lines, count(pour.pour_index) as pours,
        coalesce(sum(pour.ml), 0) as ml,
        -- Of any one of these lines, the same for both.
        (array_agg(line.order_id))[1] as order_id, (array_agg(line.drink_index))[1] as drink_index
      from (
        select drink.order_id, drink.drink_index, ${hashOfAlike(times)} as hash ${linesOf(scope, times)}
        -- Computes the hash of each line once, not for each of its pours.
        offset 0
      ) as line
      left join pours as pour on pour.venue_id = ${venueId} and pour.order_id = line.order_id
        and pour.drink_index = line.drink_index
      group by line.hash, pour.ingredient_id, pour.position
    ) as pour
    cross join lateral (
      select * from ordered_drinks as drink
      where drink.venue_id = ${venueId} and drink.order_id = pour.order_id and drink.drink_index = pour.drink_index
      -- There are far fewer of them than PostgreSQL expects.
      offset 0
    ) as drink
    cross join lateral (
      select * from orders as sale where sale.venue_id = ${venueId} and sale.id = pour.order_id
      offset 0
    ) as sale
  `.execute(db);
  return rows.map(withNumbers);
}

const withNumbers = <Row extends PouredRow>(row: Row): Row => ({
  ...row,
  servingMl: row.servingMl.map(Number),
  ingredientPriceCents: row.ingredientPriceCents.map(Number),
});

/** A pour, or a line without pours. */
export interface PourRow {
  orderId: string;
  drinkIndex: number;
  soldAt: Date;
  outcome: PoursTable['outcome'] | null;
  row: PouredRow;
}

/** Pours of each line, those of a line one after the other, lines in the order of time. */
export async function listPours(db: Db, scope: SalesScope, times: CostTimes): Promise<PourRow[]> {
  const withPours = sql`left join pours as pour on pour.venue_id = ${scope.venueId} and pour.order_id = sale.id
    and pour.drink_index = drink.drink_index`;
  const { rows } = await sql<PouredRow & Omit<PourRow, 'row'>>`
    ${planEachTime}
    select ${alikeOf(times)}, pour.ingredient_id as "ingredientId", pour.position,
      case when coalesce(pour.pour_index, 0) = 0 then 1 else 0 end as lines,
      case when pour.pour_index is null then 0 else 1 end as pours, coalesce(pour.ml, 0) as ml,
      sale.id as "orderId", drink.drink_index as "drinkIndex", sale.sold_at as "soldAt", pour.outcome
    ${linesOf(scope, times, withPours)}
    order by sale.sold_at, sale.id, drink.drink_index, pour.pour_index
  `.execute(db);
  return rows.map(({ orderId, drinkIndex, soldAt, outcome, ...row }) => ({
    orderId,
    drinkIndex,
    soldAt,
    outcome,
    row: withNumbers(row),
  }));
}

/**
 * Of each count in the range, what sales of before it that arrived after it had poured: the count found it missing by
 * the books of then, and the sales explain it. A unit may be without a network for two weeks.
 */
const explainedLater = (scope: SalesScope, { range }: CostTimes): RawBuilder<unknown> => sql`
  explained as (
    select id, sum(ml) as ml from (
      select (array_agg(movement.id order by movement.at, movement.number, movement.id))[1] as id,
        (array_agg(movement.kind order by movement.at, movement.number, movement.id))[1] as kind,
        part.ml::numeric as ml
      from orders as sale
      cross join lateral jsonb_each_text(sale.deducted) as part (position, ml)
      join stock_movements as movement on movement.venue_id = ${scope.venueId} and movement.unit_id = sale.unit_id
        and movement.position = -part.position::smallint and movement.at > sale.sold_at
        and movement.kind not in ('found', 'discarded')
      where sale.venue_id = ${scope.venueId} and ${ofUnit('sale.unit_id', scope)}
        and sale.sold_at < ${new Date(range.endMs)} and sale.received_at - sale.sold_at > interval '15 minutes'
        and sale.entered_by <> 'import' and sale.sold_at >= ${new Date(range.startMs - lateMs)}
        and part.position like '-%'
      group by sale.id, part.position, part.ml
    ) as late
    where kind = 'counted' group by id
  )`;
const lateMs = 14 * 86_400_000;

/** Movements of an ingredient in the units, of one kind. */
interface MovedRow {
  ingredientId: string;
  kind: string;
  period: number;
  ml: number;
}

export async function sumMoved(db: Db, scope: SalesScope, times: CostTimes): Promise<MovedRow[]> {
  const { startMs, endMs } = times.range;
  const { rows } = await sql<MovedRow>`
    with ${explainedLater(scope, times)}
    select movement.ingredient_id as "ingredientId", movement.kind, ${periodOf(sql`movement.at`, times)} as period,
      sum(movement.ml + coalesce(explained.ml, 0)) as ml
    from unit_state as state
    join stock_movements as movement on movement.venue_id = ${scope.venueId} and movement.unit_id = state.unit_id
      and movement.at >= ${new Date(startMs)} and movement.at < ${new Date(endMs)}
    left join explained on explained.id = movement.id
    where state.venue_id = ${scope.venueId} and ${ofUnit('state.unit_id', scope)}
      and movement.kind in ('counted', 'found', 'discarded')
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

/** A movement of a position. */
export interface MovementRow extends MovedRow {
  id: string;
  at: Date;
  unitId: string;
  position: number;
  note: string;
}

/** Each movement that the pack shows, in the order of time. */
export async function listMoved(
  db: Db,
  scope: SalesScope,
  times: CostTimes,
): Promise<MovementRow[]> {
  const { startMs, endMs } = times.range;
  const { rows } = await sql<MovementRow>`
    with ${explainedLater(scope, times)}
    select movement.ingredient_id as "ingredientId", movement.kind, ${periodOf(sql`movement.at`, times)} as period,
      movement.ml + coalesce(explained.ml, 0) as ml, movement.id, movement.at, movement.unit_id as "unitId", movement.position, movement.note
    from unit_state as state
    join stock_movements as movement on movement.venue_id = ${scope.venueId} and movement.unit_id = state.unit_id
      and movement.at >= ${new Date(startMs)} and movement.at < ${new Date(endMs)}
    left join explained on explained.id = movement.id
    where state.venue_id = ${scope.venueId} and ${ofUnit('state.unit_id', scope)}
      and movement.kind in ('counted', 'found', 'discarded', 'removed')
    order by movement.at, movement.id
  `.execute(db);
  return rows;
}

export interface NamedIngredient {
  id: string;
  name: string;
  size_ml: number;
}

/** Lists these ingredients of a venue, those that are deleted too. */
export async function listNamed(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<NamedIngredient[]> {
  return db
    .selectFrom('ingredients')
    .select(['id', 'name', 'size_ml'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
}
