/** Pours and movements of a range, summed where they are alike. */
import { type RawBuilder, sql } from 'kysely';
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

export async function sumPoured(db: Db, scope: SalesScope, times: CostTimes): Promise<PouredRow[]> {
  const { venueId } = scope;
  const { startMs, endMs } = times.range;
  const { rows } = await sql<PouredRow>`
    select sale.unit_id as "unitId", ${periodOf(sql`sale.sold_at`, times)} as period,
      sale.deducted is not null or sale.entered_by = 'import' as "isDeducted",
      drink.ingredient_ids as "ingredientIds",
      -- Servings that were filled in later are not those of the sale, and judge no pour.
      case when drink.snapshot or pour.pour_index is null then drink.serving_ml else '{}' end as "servingMl",
      drink.ingredient_price_cents as "ingredientPriceCents", drink.is_double as "isDouble", drink.quantity,
      drink.success_quantity as "successQuantity",
      case when drink.refunded_at is null then drink.refunded_quantity else drink.quantity end as "refundedQuantity",
      drink.price_cents as "priceCents", pour.ingredient_id as "ingredientId", pour.position,
      count(*) filter (where coalesce(pour.pour_index, 0) = 0) as lines, count(pour.pour_index) as pours,
      coalesce(sum(pour.ml), 0) as ml
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = sale.id
    left join pours as pour on pour.venue_id = ${venueId} and pour.order_id = sale.id
      and pour.drink_index = drink.drink_index
    where sale.venue_id = ${venueId} and ${ofUnit('sale.unit_id', scope)}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    servingMl: row.servingMl.map(Number),
    ingredientPriceCents: row.ingredientPriceCents.map(Number),
  }));
}

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
    select movement.ingredient_id as "ingredientId", movement.kind, ${periodOf(sql`movement.at`, times)} as period,
      sum(movement.ml) as ml
    from unit_state as state
    join stock_movements as movement on movement.venue_id = ${scope.venueId} and movement.unit_id = state.unit_id
      and movement.at >= ${new Date(startMs)} and movement.at < ${new Date(endMs)}
    where state.venue_id = ${scope.venueId} and ${ofUnit('state.unit_id', scope)}
      and movement.kind in ('counted', 'found', 'discarded')
    group by 1, 2, 3
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
