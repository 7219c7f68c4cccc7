/** Items that a unit can sell, as needed for an order: priced, with the levels of its positions. */
import { generatedOnce } from '../../db/generated-once.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { MenuDrink, StockedIngredient } from '../../rules/orders/order-lines.ts';
import { isStockChanged } from '../stock/earlier-stock.queries.ts';
import type { PositionLevel } from '../../rules/stock/pour-stock.ts';
import type { WatchedPosition } from '../../rules/stock/restock.ts';
import { placesOf } from '../stock/stock.queries.ts';
import { sql } from 'kysely';

interface PricedRow {
  id: string;
  name: string;
  price_cents: number;
  double_price_cents: number | null;
}

const priced = (row: PricedRow) => ({
  id: row.id,
  name: row.name,
  priceCents: row.price_cents,
  doublePriceCents: row.double_price_cents,
});

/** Returns these drinks of the unit by id, including deleted ones. */
export async function findMenuDrinks(
  db: Db,
  unit: UnitRef,
  ids: string[],
): Promise<Map<string, MenuDrink>> {
  if (ids.length === 0) return new Map();
  const rows = await listMenuDrinks(db, unit, ids);
  return new Map(
    rows.map((row) => [row.id, { ...priced(row), ingredientIds: row.ingredient_ids }]),
  );
}

const listMenuDrinks = generatedOnce((db, unit: UnitRef, ids: string[]) =>
  db
    .selectFrom('drinks')
    .select(['id', 'name', 'price_cents', 'double_price_cents'])
    .select(
      sql<string[]>`array(
        select ingredient_id from drink_ingredients as part
        where part.venue_id = ${unit.venue_id} and part.drink_id = drinks.id order by ordinal
      )`.as('ingredient_ids'),
    )
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`),
);

/** Returns these ingredients of the unit by id. */
export async function findStock(
  db: Db,
  unit: UnitRef,
  ids: string[],
): Promise<Map<string, StockedIngredient>> {
  if (ids.length === 0) return new Map();
  const rows = await listStocked(db, unit, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      { ...priced(row), servingSizeMl: row.serving_size_ml, category: row.category },
    ]),
  );
}

const listStocked = generatedOnce((db, unit: UnitRef, ids: string[]) =>
  db
    .selectFrom('unit_inventory')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'unit_inventory.venue_id')
        .onRef('ingredients.id', '=', 'unit_inventory.ingredient_id'),
    )
    .select([
      'ingredients.id',
      'ingredients.name',
      'price_cents',
      'double_price_cents',
      'serving_size_ml',
      'category',
    ])
    .where('unit_inventory.venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`ingredient_id = any(${ids}::uuid[])`),
);

/**
 * Lists all positions of these ingredients in the unit, with levels and thresholds, and whether the stock of the unit
 * was changed after a time.
 */
export async function listPositionLevels(
  db: Db,
  unit: UnitRef,
  ingredientIds: string[],
  since: Date,
): Promise<(PositionLevel & WatchedPosition & { isSuspect: boolean; isChanged: boolean })[]> {
  if (ingredientIds.length === 0) return [];
  return listLevels(db, unit, ingredientIds, since);
}

const listLevels = generatedOnce((db, unit: UnitRef, ingredientIds: string[], since: Date) =>
  placesOf(db, unit)
    .select(sql<boolean>`place.reported_empty_at is not null`.as('isSuspect'))
    .select(isStockChanged(unit, since).as('isChanged'))
    .where(sql<boolean>`place.ingredient_id = any(${ingredientIds}::uuid[])`),
);
