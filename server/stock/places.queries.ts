/** Statements that change the positions of a unit. They are run by changeStock, which records the movements. */
import { type Insertable, sql } from 'kysely';
import type { UnitPositionsTable } from '../../db/tables/ingredients.ts';
import type { StockMovementsTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { HeldPlace } from '../../rules/stock/outs.ts';
import type { Place } from '../../rules/stock/placement.ts';
import type { PositionLevel } from '../../rules/stock/pour-stock.ts';

/** Lists the occupied positions of the unit with their levels, and the serving of each ingredient. */
export function listLevels(
  db: Db,
  unit: UnitRef,
): Promise<(Place & HeldPlace & { servingMl: number })[]> {
  return db
    .selectFrom('unit_positions as place')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .onRef('ingredient.venue_id', '=', 'place.venue_id')
        .onRef('ingredient.id', '=', 'place.ingredient_id'),
    )
    .select(['place.position', 'place.ingredient_id as ingredientId'])
    .select(['place.size_ml as sizeMl', 'place.remaining_ml as remainingMl'])
    .select('ingredient.serving_size_ml as servingMl')
    .select(sql<boolean>`place.reported_empty_at is not null`.as('isSuspect'))
    .where('place.venue_id', '=', unit.venue_id)
    .where('place.unit_id', '=', unit.id)
    .orderBy('place.position')
    .execute();
}

export async function deletePositions(
  db: Tx,
  unit: UnitRef,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await db
    .deleteFrom('unit_positions')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('position', 'in', positions)
    .execute();
}

export type NewPosition = Omit<Insertable<UnitPositionsTable>, 'venue_id' | 'unit_id'>;

export async function insertPositions(
  db: Tx,
  unit: UnitRef,
  places: readonly NewPosition[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map((place) => ({ ...place, venue_id: unit.venue_id, unit_id: unit.id }));
  await db.insertInto('unit_positions').values(rows).execute();
}

/** Fills every position of the ingredient to the capacity of a new bottle, bag or keg. */
export async function fillPositionsOf(db: Tx, unit: UnitRef, ingredientId: string): Promise<void> {
  await sql`
    update unit_positions as place
    set size_ml = ingredient.size_ml, remaining_ml = ingredient.size_ml, reported_empty_at = null
    from ingredients as ingredient
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.ingredient_id = ${ingredientId}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
  `.execute(db);
}

/** Puts a new bottle, bag or keg into the position, with this share of its capacity in it. */
export async function setLevel(
  db: Tx,
  unit: UnitRef,
  { position, share, lessMl }: Filling,
): Promise<void> {
  await sql`
    update unit_positions as place
    set size_ml = ingredient.size_ml, reported_empty_at = null,
      remaining_ml = greatest(round(${share}::numeric * ingredient.size_ml, 2) - ${lessMl}::numeric, 0)
    from ingredients as ingredient
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = ${position}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
  `.execute(db);
}

/** Takes this much out of the position, at most what is in it. */
export async function lowerLevel(
  db: Tx,
  unit: UnitRef,
  position: number,
  ml: number,
): Promise<void> {
  await sql`
    update unit_positions set remaining_ml = greatest(remaining_ml - ${ml}::numeric, 0)
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and position = ${position}
  `.execute(db);
}

export interface Filling {
  position: number;
  /** From 0 to 1. */
  share: number;
  /** Poured from it since. */
  lessMl: number;
}

/** Times in which a unit is out of an ingredient. Changes require the unit's lock. */

/**
 * Records that these ingredients have run out, at `at` or later: a sale may have the time of a wrong clock, or be sent
 * after a refill that it precedes. A time without an ingredient begins neither before the last movement of it nor before
 * the end of the last such time; one that has not ended goes on.
 */
export async function beginOuts(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (ingredientIds.length === 0) return;
  const { rows } = await sql<{ ingredient_id: string; from_at: Date }>`
    select begun.id as ingredient_id, greatest(${at}::timestamptz, moved.at, past.until_at) as from_at
    from unnest(${[...ingredientIds]}::uuid[]) as begun (id)
    left join lateral (
      -- What a sale poured beyond the level says nothing about when there was more.
      select movement.at from stock_movements as movement
      where movement.venue_id = ${unit.venue_id} and movement.unit_id = ${unit.id}
        and movement.ingredient_id = begun.id and movement.kind <> 'found' and movement.at <= ${now}
      order by movement.at desc limit 1
    ) as moved on true
    left join lateral (
      select max(stored.until_at) as until_at, bool_or(stored.until_at is null) as is_open from stock_outs as stored
      where stored.venue_id = ${unit.venue_id} and stored.unit_id = ${unit.id} and stored.ingredient_id = begun.id
    ) as past on true
    where past.is_open is not true
  `.execute(db);
  if (rows.length === 0) return;
  // Only one that ended when it began has the same time.
  await db
    .insertInto('stock_outs')
    .values(rows.map((row) => ({ venue_id: unit.venue_id, unit_id: unit.id, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'ingredient_id', 'from_at'])
        .doUpdateSet({ until_at: null }),
    )
    .execute();
}

/** Records that these ingredients are back, and returns those that were not recorded as out. */
export async function endOuts(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  at: Date,
): Promise<string[]> {
  if (ingredientIds.length === 0) return [];
  const { rows } = await sql<{ ingredient_id: string }>`
    update stock_outs set until_at = greatest(from_at, ${at}::timestamptz)
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and until_at is null
      and ingredient_id = any(${[...ingredientIds]}::uuid[])
    returning ingredient_id
  `.execute(db);
  const ended = new Set(rows.map((row) => row.ingredient_id));
  return ingredientIds.filter((id) => !ended.has(id));
}

/** Records that the unit never had these ingredients until now. */
export async function insertTimesBefore(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  at: Date,
): Promise<void> {
  if (ingredientIds.length === 0) return;
  await db
    .insertInto('stock_outs')
    .values(
      ingredientIds.map((id) => ({
        venue_id: unit.venue_id,
        unit_id: unit.id,
        ingredient_id: id,
        from_at: new Date(0),
        until_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deduction of a sale from the stock. Requires the unit's lock. */

export interface SoldStock {
  at: Date;
  /** Positions whose level changes, or that a pour found empty. */
  levels: readonly (PositionLevel & Pick<HeldPlace, 'isSuspect'>)[];
  /** Servings by ingredient. */
  servings: ReadonlyMap<string, number>;
  isTracked: boolean;
  found: readonly Found[];
}

type Found = Pick<
  Insertable<StockMovementsTable>,
  'id' | 'position' | 'ingredient_id' | 'ml' | 'level_before_ml' | 'level_after_ml'
> &
  Pick<Insertable<StockMovementsTable>, 'at' | 'actor_id' | 'number'>;

/**
 * Stores new levels, increments the servings sold, and records what was poured beyond the levels, in one statement.
 * Levels that are not tracked are marked as unknown.
 */
export async function storeSoldStock(
  db: Tx,
  unit: UnitRef,
  { at, levels, servings, isTracked, found }: SoldStock,
): Promise<void> {
  const movements = found.map(
    (row) => sql`(
      ${unit.venue_id}, ${row.id}, ${row.at}, ${unit.id}, ${row.position}, ${row.ingredient_id}, 'found', ${row.ml},
      ${row.level_before_ml}, ${row.level_after_ml}, ${row.actor_id}, ${row.number}
    )`,
  );
  const withFound =
    movements.length === 0
      ? sql``
      : sql`, found as (
      insert into stock_movements (
        venue_id, id, at, unit_id, position, ingredient_id, kind, ml, level_before_ml, level_after_ml, actor_id, number
      ) values ${sql.join(movements)}
    )`;
  await sql`
    with levels as (
      update unit_positions as place set remaining_ml = level.ml,
        reported_empty_at = case when level.suspect then coalesce(place.reported_empty_at, ${at}::timestamptz) end
      from unnest(
        ${levels.map((level) => level.position)}::smallint[],
        ${levels.map((level) => level.remainingMl)}::numeric[],
        ${levels.map((level) => level.isSuspect)}::boolean[]
      ) as level (position, ml, suspect)
      where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = level.position
    )${withFound}
    update unit_inventory as entry
    set servings_sold = servings_sold + sold.servings, level_known = level_known and ${isTracked}
    from unnest(${[...servings.keys()]}::uuid[], ${[...servings.values()]}::bigint[]) as sold (ingredient_id, servings)
    where entry.venue_id = ${unit.venue_id} and entry.unit_id = ${unit.id}
      and entry.ingredient_id = sold.ingredient_id
  `.execute(db);
}
