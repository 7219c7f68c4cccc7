/** Ingredients by unit: one row per unit that has them, with their positions, in one statement. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { IngredientsTable, UnitInventoryTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { inBatches, isEmptyUpdate } from '../../lib/lists.ts';
import { mostRead } from '../../rules/owners/quotas.ts';
import type { NamedPosition } from '../../rules/stock/positions.ts';
import type { WatchedPosition } from '../../rules/stock/restock.ts';
import { placesOf } from '../stock/stock.queries.ts';

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
  return (await mapIngredients(db, unit, [id])).get(id) ?? null;
}

/** Those of these ingredients that the unit has, by their ids. */
export async function mapIngredients(
  db: Db,
  unit: UnitRef,
  ids: readonly string[],
): Promise<Map<string, IngredientRow>> {
  const rows = await standing(db, unit.venue_id)
    .where('entry.unit_id', '=', unit.id)
    .where('entry.ingredient_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
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
  const [row] = await lockIngredients(db, venueId, [id]);
  if (!row) throw new Error(`Venue ${venueId} does not have ingredient ${id}`);
  return row;
}

/** Returns those of these ingredients that the venue has, locked in the order of their ids until the transaction ends. */
export const lockIngredients = (
  db: Tx,
  venueId: string,
  ids: readonly string[],
): Promise<IngredientFactsRow[]> =>
  db
    .selectFrom('ingredients')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function insertIngredients(
  db: Tx,
  ingredients: readonly Insertable<IngredientsTable>[],
): Promise<void> {
  for (const some of inBatches(ingredients, 500))
    await db.insertInto('ingredients').values(some).execute();
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

// Entries and occupied positions of one unit. Changes require the unit's lock; those of positions are in stock.

/** An occupied position with its ingredient, and when a pour found it empty if it may still be so. */
export type NamedPlace = NamedPosition & WatchedPosition & { reportedEmptyAt: Date | null };

/** Lists the occupied positions of the unit, with their ingredients. */
export function listPlaces(db: Db, unit: UnitRef): Promise<NamedPlace[]> {
  return placesOf(db, unit)
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'place.venue_id')
        .onRef('ingredients.id', '=', 'place.ingredient_id'),
    )
    .select(['place.reported_empty_at as reportedEmptyAt', 'ingredients.name'])
    .orderBy('place.position')
    .execute();
}

/** Lists the numbers of the occupied positions, ascending. */
export async function listTakenPositions(db: Db, unit: UnitRef): Promise<number[]> {
  const rows = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

export async function isPlacedElsewhere(
  db: Db,
  ingredientId: string,
  unit: UnitRef,
): Promise<boolean> {
  const found = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('venue_id', '=', unit.venue_id)
    .where('ingredient_id', '=', ingredientId)
    .where('unit_id', '<>', unit.id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Appends entries to the unit's list. */
export async function insertEntries(
  db: Tx,
  unit: UnitRef,
  entries: readonly Omit<Insertable<UnitInventoryTable>, 'venue_id' | 'unit_id'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const { last } = await db
    .selectFrom('unit_inventory')
    .select(({ fn }) => fn.max<number | null>('place_in_list').as('last'))
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .executeTakeFirstOrThrow();
  const first = last === null ? 0 : last + 1;
  const rows = entries.map((entry, nth) => ({
    ...entry,
    venue_id: unit.venue_id,
    unit_id: unit.id,
    place_in_list: first + nth,
  }));
  for (const some of inBatches(rows, 1000))
    await db.insertInto('unit_inventory').values(some).execute();
}

export async function updateEntry(
  db: Tx,
  key: { venue_id: string; unit_id: string; ingredient_id: string },
  changes: Updateable<UnitInventoryTable>,
): Promise<void> {
  if (isEmptyUpdate(changes)) return;
  await db
    .updateTable('unit_inventory')
    .set(changes)
    .where('venue_id', '=', key.venue_id)
    .where('unit_id', '=', key.unit_id)
    .where('ingredient_id', '=', key.ingredient_id)
    .execute();
}

/** Sets each of these ingredients active in the unit if it still has a position there. */
export async function updateActive(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('unit_positions')
    .select('ingredient_id')
    .distinct()
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`ingredient_id = any(${[...ingredientIds]}::uuid[])`)
    .execute();
  const placed = rows.map((row) => row.ingredient_id);
  // In two statements: a distributed database refuses an update with both subqueries.
  await sql`
    update unit_inventory set active = ingredient_id = any(${placed}::uuid[]),
      former_positions = case when ingredient_id = any(${placed}::uuid[]) then null else former_positions end
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id}
      and ingredient_id = any(${[...ingredientIds]}::uuid[])
  `.execute(db);
}

/** Marks the stored levels of these ingredients as the real ones. */
export async function setLevelsKnown(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<void> {
  if (ingredientIds.length === 0) return;
  await db
    .updateTable('unit_inventory')
    .set({ level_known: true })
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', sql<string>`any(${[...ingredientIds]}::uuid[])`)
    .where('level_known', '=', false)
    .execute();
}

// Positions that an ingredient had in a unit before it was deactivated there. Changes require the unit's lock.

/** A position with its level, and when a pour found it empty if it may still be so. */
interface FormerPosition extends PositionRow {
  reported_empty_at: Date | null;
}

/** As JSON; earlier releases stored no time. */
interface StoredPosition extends PositionRow {
  reported_empty_at?: string | null;
}

/** Stores the positions and levels that the ingredient has, before they are freed. */
export async function storeFormerPositions(db: Tx, unit: UnitRef, id: string): Promise<void> {
  const places = await db
    .selectFrom('unit_positions')
    .select(['position', 'size_ml', 'remaining_ml', 'reported_empty_at'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', id)
    .orderBy('position')
    .execute();
  await sql`
    update unit_inventory set former_positions = ${JSON.stringify({ places })}::jsonb
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and ingredient_id = ${id}
  `.execute(db);
}

/** Lists them, ascending; none when it was not deactivated, or was placed again since. */
export async function listFormerPositions(
  db: Tx,
  unit: UnitRef,
  id: string,
): Promise<FormerPosition[]> {
  const found = await db
    .selectFrom('unit_inventory')
    .select(sql<StoredPosition[] | null>`former_positions -> 'places'`.as('places'))
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', id)
    .executeTakeFirst();
  return (found?.places ?? []).map(({ reported_empty_at: at, ...place }) => ({
    ...place,
    reported_empty_at: typeof at === 'string' ? new Date(at) : null,
  }));
}
