import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import type { DrinksTable } from '../../db/tables/drinks.ts';
import type { Db, Tables, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { inBatches, isEmptyUpdate } from '../../lib/lists.ts';
import { doubleCentsOf } from '../../rules/drinks/drink-price.ts';
import { mostRead } from '../../rules/owners/quotas.ts';
import type { Scope } from '../../rules/permissions.ts';
import { plainColumns } from '../shared/drink-columns.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

/** An ingredient of a drink, with its state in the drink's unit. */
export interface DrinkIngredientRow {
  id: string;
  name: string;
  image_url: string;
  active: boolean;
  full: boolean;
  price_cents: number;
  double_price_cents: number | null;
}

const columns = [
  'id',
  'venue_id',
  'unit_id',
  'price_cents',
  'double_price_cents',
  'rank',
  'previous_rank',
  'created_at',
  'sold_out_until',
  'category_id',
  ...Object.values(plainColumns),
] as const;

export interface DrinkRow extends Pick<Selectable<DrinksTable>, (typeof columns)[number]> {
  unit_number: number;
  unit_name: string | null;
  /** Price of a double: its own, or the sum of its ingredients. */
  double_cents: number;
  /** In the order they were selected. */
  ingredients: DrinkIngredientRow[];
}

const ingredients = (venueId: string) => sql<DrinkIngredientRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', ingredient.id,
    'name', ingredient.name,
    'image_url', ingredient.image_url,
    'active', coalesce(entry.active, false),
    'full', coalesce(entry.level_known, true) and not exists (
      select from unit_positions as place
      where place.venue_id = ${venueId} and place.unit_id = drinks.unit_id
        and place.ingredient_id = part.ingredient_id
        and place.remaining_ml < place.size_ml
    ),
    'price_cents', coalesce(entry.price_cents, 0),
    'double_price_cents', entry.double_price_cents
  ) order by part.ordinal), '[]')
  from drink_ingredients as part
  join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = part.ingredient_id
  left join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = drinks.unit_id
    and entry.ingredient_id = part.ingredient_id
  where part.venue_id = ${venueId} and part.drink_id = drinks.id
)`;

const withDouble = (row: Omit<DrinkRow, 'double_cents'>): DrinkRow => ({
  ...row,
  double_cents: doubleCentsOf(
    { priceCents: row.price_cents, doublePriceCents: row.double_price_cents },
    row.ingredients.map((part) => ({
      priceCents: part.price_cents,
      doublePriceCents: part.double_price_cents,
    })),
  ),
});

/** Drinks that are not deleted. */
const wholeDrinks = (db: Db, venueId: string) =>
  db
    .selectFrom('drinks')
    .innerJoin('units', 'units.id', 'drinks.unit_id')
    .select(columns.map((column) => `drinks.${column}` as const))
    .select(['units.unit_number', 'units.name as unit_name'])
    .select(ingredients(venueId).as('ingredients'))
    .where('drinks.venue_id', '=', venueId)
    .where('drinks.deleted_at', 'is', null);

/** Lists the drinks of a venue, or of one of its units: by unit, oldest first, then by rank. */
export async function listDrinks(
  db: Db,
  venueId: string,
  unitId: string | null,
): Promise<DrinkRow[]> {
  const rows = await wholeDrinks(db, venueId)
    .$if(unitId !== null, (query) => query.where('drinks.unit_id', '=', unitId))
    .orderBy('units.created_at')
    .orderBy('units.id')
    .orderBy('drinks.rank')
    .limit(mostRead('drinks'))
    .execute();
  return rows.map(withDouble);
}

/** Lists those of these drinks that are on menus of the venue, in no particular order. */
export async function listDrinksById(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<DrinkRow[]> {
  const rows = await wholeDrinks(db, venueId)
    .where('drinks.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(withDouble);
}

export interface Page {
  /** 1-based. */
  current: number;
  size: number;
}

/** Returns a page in the order of listDrinks. Selects its ids first, so that only the drinks on it are assembled. */
export async function listDrinkPage(
  db: Db,
  venueId: string,
  { current, size }: Page,
): Promise<DrinkRow[]> {
  const rows = await wholeDrinks(db, venueId)
    .where('drinks.id', 'in', (select) =>
      select
        .selectFrom('drinks as listed')
        .innerJoin('units as unit', 'unit.id', 'listed.unit_id')
        .select('listed.id')
        .where('listed.venue_id', '=', venueId)
        .where('listed.deleted_at', 'is', null)
        .orderBy('unit.created_at')
        .orderBy('unit.id')
        .orderBy('listed.rank')
        .offset((current - 1) * size)
        .limit(size),
    )
    .orderBy('units.created_at')
    .orderBy('units.id')
    .orderBy('drinks.rank')
    .execute();
  return rows.map(withDouble);
}

/** Counts a venue's drinks, and those that precede one of them; null when it has no such drink. */
export async function countDrinks(
  db: Db,
  venueId: string,
  drinkId: string | null,
): Promise<{ total: number; before: number | null }> {
  const listed = sql<{ total: number; before: number | null }>`
    select count(*)::int as total, max(place) filter (where id::text = ${drinkId})::int as before
    from (
      select drink.id, row_number() over (order by unit.created_at, unit.id, drink.rank) - 1 as place
      from drinks as drink join units as unit on unit.id = drink.unit_id
      where drink.venue_id = ${venueId} and drink.deleted_at is null
    ) as listed
  `;
  const { rows } = await listed.execute(db);
  return rows[0] ?? { total: 0, before: null };
}

/** Returns the drink; null when it is deleted. */
export async function findDrink(
  db: Db,
  { venue_id, id }: Pick<DrinkRef, 'venue_id' | 'id'>,
): Promise<DrinkRow | null> {
  const found = await wholeDrinks(db, venue_id).where('drinks.id', '=', id).executeTakeFirst();
  return found ? withDouble(found) : null;
}

/** Present names of those of these drinks that are not deleted. */
export const listDrinkNames = (
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('drinks')
    .select(['id', 'name'])
    .where('venue_id', '=', venueId)
    .where('id', 'in', ids.length > 0 ? ids : [venueId])
    .where('deleted_at', 'is', null)
    .execute();

/** Venue and unit of a drink. */
export interface DrinkRef {
  id: string;
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  venue_id: string;
  venue_name: string;
  owner_id: string;
}

export const selectDrinkRefs = (db: Db) =>
  db
    .selectFrom('drinks')
    .innerJoin('units', 'units.id', 'drinks.unit_id')
    .innerJoin('venues', 'venues.id', 'drinks.venue_id')
    .select(['drinks.id', 'drinks.unit_id', 'drinks.venue_id'])
    .select(['units.unit_number', 'units.name as unit_name'])
    .select(['venues.name as venue_name', 'venues.owner_id']);

/** Returns those of these drinks that are in scope, in no particular order. */
export function findDrinkRefs(db: Db, ids: readonly string[], scope: Scope): Promise<DrinkRef[]> {
  return selectDrinkRefs(db)
    .where('drinks.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('drinks.deleted_at', 'is', null)
    .where(shardCondition('drinks.venue_id'))
    .where(venueScope(scope))
    .execute();
}

/** Drinks of a unit that are not deleted. */
export const ofUnit = (unit: UnitRef) => (where: ExpressionBuilder<Tables, 'drinks'>) =>
  where.and([
    where('venue_id', '=', unit.venue_id),
    where('unit_id', '=', unit.id),
    where('deleted_at', 'is', null),
  ]);

/** Lists the ranks of a unit's drinks. */
export function listRanks(db: Db, unit: UnitRef): Promise<{ id: string; rank: number }[]> {
  return db.selectFrom('drinks').select(['id', 'rank']).where(ofUnit(unit)).execute();
}

/** Stores a complete ranking, by ids from rank 0; a drink that moves stores its previous rank. */
export async function updateRanks(db: Tx, unit: UnitRef, ids: readonly string[]): Promise<void> {
  await sql`
    update drinks set previous_rank = drinks.rank, rank = ranked.place - 1
    from unnest(${ids}::uuid[]) with ordinality as ranked (id, place)
    where drinks.venue_id = ${unit.venue_id} and drinks.unit_id = ${unit.id} and drinks.id = ranked.id
      and drinks.deleted_at is null and drinks.rank <> ranked.place - 1
  `.execute(db);
}

/** Returns the drink of a unit with exactly these ingredients. */
export async function findDrinkOfSet(
  db: Db,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<string | null> {
  const found = await db
    .selectFrom('drinks')
    .select('id')
    .where(ofUnit(unit))
    .where('ingredient_set', '=', sql<string[]>`sorted_ids(${ingredientIds}::uuid[])`)
    .executeTakeFirst();
  return found?.id ?? null;
}

export interface NewDrink {
  row: Omit<Insertable<DrinksTable>, 'ingredient_set'>;
  /** In the order in which they are poured; each once. */
  ingredientIds: readonly string[];
}

export async function insertDrinks(db: Tx, drinks: readonly NewDrink[]): Promise<void> {
  for (const some of inBatches(drinks, 500)) {
    await db
      .insertInto('drinks')
      .values(
        some.map(({ row, ingredientIds }) => ({
          ...row,
          ingredient_set: sql<string[]>`sorted_ids(${[...ingredientIds]}::uuid[])`,
        })),
      )
      .execute();
    await db
      .insertInto('drink_ingredients')
      .values(
        some.flatMap(({ row, ingredientIds }) =>
          ingredientIds.map((ingredient_id, ordinal) => ({
            venue_id: row.venue_id,
            drink_id: row.id,
            ordinal,
            ingredient_id,
          })),
        ),
      )
      .execute();
  }
}

/** Stores the same values for each of these drinks. */
export async function updateDrinks(
  db: Tx,
  venueId: string,
  ids: readonly string[],
  changes: Updateable<DrinksTable>,
): Promise<void> {
  if (isEmptyUpdate(changes)) return;
  await db
    .updateTable('drinks')
    .set(changes)
    .where('venue_id', '=', venueId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

// Ingredients of a new drink, with their prices in a unit.

export interface PartRow {
  ingredient_id: string;
  price_cents: number;
  double_price_cents: number | null;
}

/** Returns those of these ingredients that the unit has, active or not. */
export function listParts(
  db: Db,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<PartRow[]> {
  return db
    .selectFrom('unit_inventory')
    .select(['ingredient_id', 'price_cents', 'double_price_cents'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .execute();
}

/** Counts those of these ingredients that the venue has. */
export async function countIngredients(
  db: Db,
  venueId: string,
  ingredientIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('ingredients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .where('id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the oldest unit of a venue that has all of these ingredients. */
export async function findUnitWithAll(
  db: Db,
  venueId: string,
  ingredientIds: readonly string[],
): Promise<string | null> {
  const found = await db
    .selectFrom('units')
    .innerJoin('unit_inventory', 'unit_inventory.unit_id', 'units.id')
    .select('units.id')
    .where('unit_inventory.venue_id', '=', venueId)
    .where('units.venue_id', '=', venueId)
    .where('units.deleted_at', 'is', null)
    .where('unit_inventory.ingredient_id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .groupBy('units.id')
    .having(({ fn }) => fn.countAll(), '=', ingredientIds.length)
    .orderBy('units.created_at')
    .orderBy('units.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
