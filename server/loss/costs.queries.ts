/** Costs of ingredients. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { IngredientCostsTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { mostRead } from '../../rules/owners/quotas.ts';

export type CostRow = Selectable<IngredientCostsTable>;

export interface CostedIngredient {
  id: string;
  name: string;
  size_ml: number;
  serving_size_ml: number;
  /** The one that holds at the time, else the first one. */
  cost: CostRow | null;
}

/** Lists the ingredients of a venue by name, with what they cost at a time. */
export async function listCosts(db: Db, venueId: string, at: Date): Promise<CostedIngredient[]> {
  const ingredients = await db
    .selectFrom('ingredients')
    .select(['id', 'name', 'size_ml', 'serving_size_ml'])
    .where('venue_id', '=', venueId)
    .orderBy('name')
    .orderBy('id')
    .limit(mostRead('ingredients'))
    .execute();
  const { rows: holding } = await sql<CostRow>`
    select distinct on (ingredient_id) * from ingredient_costs where venue_id = ${venueId}
    order by ingredient_id, from_at > ${at}, case when from_at <= ${at} then from_at end desc, from_at
  `.execute(db);
  const costOf = new Map(holding.map((row) => [row.ingredient_id, row]));
  return ingredients.map((one) => ({ ...one, cost: costOf.get(one.id) ?? null }));
}

/** Lists what an ingredient costs and cost, newest first. */
export function listIngredientCosts(
  db: Db,
  venueId: string,
  ingredientId: string,
): Promise<CostRow[]> {
  return db
    .selectFrom('ingredient_costs')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('ingredient_id', '=', ingredientId)
    .orderBy('from_at', 'desc')
    .execute();
}

export async function storeCost(db: Tx, row: Insertable<IngredientCostsTable>): Promise<void> {
  const { cents, per_ml, case_size, supplier } = row;
  await db
    .insertInto('ingredient_costs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'ingredient_id', 'from_at'])
        .doUpdateSet({ cents, per_ml, case_size, supplier }),
    )
    .execute();
}

export async function deleteCost(
  db: Tx,
  { venue_id, ingredient_id, from_at }: Pick<CostRow, 'venue_id' | 'ingredient_id' | 'from_at'>,
): Promise<void> {
  await db
    .deleteFrom('ingredient_costs')
    .where('venue_id', '=', venue_id)
    .where('ingredient_id', '=', ingredient_id)
    .where('from_at', '=', from_at)
    .execute();
}

/** Lists all costs of the ingredients of a venue, each in their order. */
export function listAllCosts(db: Db, venueId: string): Promise<CostRow[]> {
  return db
    .selectFrom('ingredient_costs')
    .selectAll()
    .where('venue_id', '=', venueId)
    .orderBy('ingredient_id')
    .orderBy('from_at')
    .execute();
}

export interface DrinkPart {
  drink_id: string;
  ingredient_id: string;
  serving_size_ml: number;
}

/** Lists the ingredients of these drinks, with their servings. */
export function listDrinkParts(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
): Promise<DrinkPart[]> {
  return db
    .selectFrom('drink_ingredients as part')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'part.venue_id')
        .onRef('ingredients.id', '=', 'part.ingredient_id'),
    )
    .select(['part.drink_id', 'part.ingredient_id', 'ingredients.serving_size_ml'])
    .where('part.venue_id', '=', venueId)
    .where('part.drink_id', '=', sql<string>`any(${[...drinkIds]}::uuid[])`)
    .execute();
}
