/** Reports of a unit about a drink, and the current state of the drink's ingredients there. */
import { sql } from 'kysely';
import { refundedCents } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { DiagnosedDrink, ReportedPour, StockNow } from '../../rules/diagnosis/diagnosis.ts';
import type { Scope } from '../../rules/permissions.ts';
import { unitOf } from '../units/units.queries.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

/** Returns a drink of an order, by the ids of both, if its venue is in scope. */
export async function findDiagnosedDrink(
  db: Db,
  { orderId, drinkId }: { orderId: string; drinkId: string },
  scope: Scope,
): Promise<DiagnosedDrink | null> {
  const row = await db
    .selectFrom('ordered_drinks as drink')
    .innerJoin('orders as sale', (join) =>
      join.onRef('sale.venue_id', '=', 'drink.venue_id').onRef('sale.id', '=', 'drink.order_id'),
    )
    .innerJoin('venues', 'venues.id', 'sale.venue_id')
    .innerJoin('units', 'units.id', 'sale.unit_id')
    .selectAll('drink')
    .select([
      'sale.unit_id',
      'sale.entered_by',
      'sale.payment_id',
      'sale.payment_reader_device_name',
      'units.discount_rate',
      'units.deleted_at',
    ])
    .select(sql<number>`${refundedCents}`.as('refunded_cents'))
    .where('sale.id', '=', orderId)
    .where('drink.id', '=', drinkId)
    .where(shardCondition('drink.venue_id'))
    .where(venueScope(scope))
    .executeTakeFirst();
  if (!row) return null;
  return {
    quantity: row.quantity,
    successQuantity: row.success_quantity,
    isDouble: row.is_double,
    priceCents: row.price_cents,
    refundedCents: row.refunded_at === null ? row.refunded_cents || null : row.refunded_cents,
    enteredBy: row.entered_by,
    hasPayment: row.payment_id !== null || row.payment_reader_device_name !== '',
    discountRate: row.discount_rate,
    unitIsThere: row.deleted_at === null,
    pours: await listPours(db, row),
    stock: await listStock(db, unitOf(row), row.ingredient_ids),
  };
}

async function listPours(
  db: Db,
  drink: { venue_id: string; order_id: string; drink_index: number },
): Promise<ReportedPour[]> {
  return db
    .selectFrom('pours')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'pours.venue_id')
        .onRef('ingredients.id', '=', 'pours.ingredient_id'),
    )
    .select([
      'pours.ingredient_id as ingredientId',
      'ingredients.name as ingredientName',
      'pours.position',
      'pours.ml',
      'pours.ms',
      'pours.outcome',
    ])
    .where('pours.venue_id', '=', drink.venue_id)
    .where('pours.order_id', '=', drink.order_id)
    .where('pours.drink_index', '=', drink.drink_index)
    .orderBy('pours.pour_index')
    .execute();
}

/** Returns the ingredients in recipe order. */
async function listStock(
  db: Db,
  { venue_id, id }: UnitRef,
  ingredientIds: readonly string[],
): Promise<StockNow[]> {
  const { rows } = await sql<StockNow>`
    select
      part.id as "ingredientId",
      ingredient.name,
      ingredient.serving_size_ml as "servingSizeMl",
      ingredient.pouring_time_ms as "pouringTimeMs",
      coalesce(entry.active, false) as active,
      (
        select coalesce(json_agg(json_build_object(
          'position', place.position, 'remainingMl', place.remaining_ml
        ) order by place.position), '[]')
        from unit_positions as place
        where place.venue_id = ${venue_id} and place.unit_id = ${id} and place.ingredient_id = part.id
      ) as places
    from unnest(${[...ingredientIds]}::uuid[]) with ordinality as part (id, ordinal)
    join ingredients as ingredient on ingredient.venue_id = ${venue_id} and ingredient.id = part.id
    left join unit_inventory as entry on entry.venue_id = ${venue_id} and entry.unit_id = ${id}
      and entry.ingredient_id = part.id
    order by part.ordinal
  `.execute(db);
  return rows;
}
