/** Ingredients by unit: one row per unit that has them, with their positions, in one statement. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { IngredientsTable } from '../../db/tables/ingredients.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { mostRead } from '../../rules/owners/list-limits.ts';

export type IngredientFactsRow = Selectable<IngredientsTable>;

export interface PositionRow {
  position: number;
  size_ml: number;
  remaining_ml: number;
}

export interface IngredientRow extends IngredientFactsRow {
  unit_id: string;
  price_cents: number;
  double_price_cents: number | null;
  threshold_percent: number;
  active: boolean;
  level_known: boolean;
  places: PositionRow[];
}

const places = (venueId: string) => sql<PositionRow[]>`(
  select coalesce(json_agg(json_build_object(
    'position', place.position, 'size_ml', place.size_ml, 'remaining_ml', place.remaining_ml
  ) order by place.position), '[]')
  from unit_positions as place
  where place.venue_id = ${venueId} and place.unit_id = entry.unit_id
    and place.ingredient_id = entry.ingredient_id
)`;

const standing = (db: Db, venueId: string) =>
  db
    .selectFrom('unit_inventory as entry')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'entry.venue_id')
        .onRef('ingredients.id', '=', 'entry.ingredient_id'),
    )
    .innerJoin('units', 'units.id', 'entry.unit_id')
    .selectAll('ingredients')
    .select([
      'entry.unit_id',
      'entry.price_cents',
      'entry.double_price_cents',
      'entry.threshold_percent',
      'entry.active',
      'entry.level_known',
    ])
    .select(places(venueId).as('places'))
    .where('entry.venue_id', '=', venueId)
    .where('units.deleted_at', 'is', null);

/**
 * Lists the ingredients of all units of a venue, oldest unit first, or of one of them, in the order of each unit's
 * list.
 */
export function listIngredients(
  db: Db,
  venueId: string,
  unitId: string | null,
): Promise<IngredientRow[]> {
  return standing(db, venueId)
    .$if(unitId !== null, (query) => query.where('entry.unit_id', '=', unitId))
    .orderBy('units.created_at')
    .orderBy('units.id')
    .orderBy('entry.place_in_list')
    .orderBy('entry.ingredient_id')
    .limit(mostRead('ingredients'))
    .execute();
}

/** Returns the ingredient in the unit, or null when the unit does not have it. */
export async function findIngredient(
  db: Db,
  unit: UnitRef,
  id: string,
): Promise<IngredientRow | null> {
  const found = await standing(db, unit.venue_id)
    .where('entry.unit_id', '=', unit.id)
    .where('entry.ingredient_id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

export async function getIngredient(db: Db, unit: UnitRef, id: string): Promise<IngredientRow> {
  const row = await findIngredient(db, unit, id);
  if (!row) throw new Error(`Ingredient ${id} does not stand in unit ${unit.id}`);
  return row;
}

export async function findIngredientOfVenue(
  db: Db,
  venueId: string,
  id: string,
): Promise<IngredientFactsRow | null> {
  const found = await db
    .selectFrom('ingredients')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the ingredient, locked until the transaction ends. Lock the unit first. */
export async function lockIngredient(
  db: Tx,
  venueId: string,
  id: string,
): Promise<IngredientFactsRow> {
  return db
    .selectFrom('ingredients')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function insertIngredient(
  db: Tx,
  ingredient: Insertable<IngredientsTable>,
): Promise<void> {
  await db.insertInto('ingredients').values(ingredient).execute();
}

export async function updateIngredient(
  db: Tx,
  venueId: string,
  id: string,
  changes: Updateable<IngredientsTable>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db
    .updateTable('ingredients')
    .set(changes)
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns servings sold of these ingredients over all units of the venue, in the order requested; omits ingredients of
 * other venues.
 */
export async function listServingsSold(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<{ id: string; servings: number }[]> {
  const { rows } = await sql<{ id: string; servings: number }>`
    select ingredient.id, coalesce(sum(entry.servings_sold), 0) as servings
    from unnest(${[...ids]}::uuid[]) with ordinality as asked (id, place)
    join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = asked.id
    left join unit_inventory as entry on entry.venue_id = ${venueId} and entry.ingredient_id = ingredient.id
    group by ingredient.id
    order by min(asked.place)
  `.execute(db);
  return rows;
}
