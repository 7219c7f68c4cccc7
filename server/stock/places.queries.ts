/** Statements that change the positions of a unit. They are run by changeStock, which records the movements. */
import { type Insertable, sql } from 'kysely';
import type { UnitPositionsTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { HeldPlace } from '../../rules/stock/stockouts.ts';
import type { Place } from '../../rules/stock/positions.ts';

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
  { position, share, lessMl, since }: Filling,
): Promise<void> {
  await sql`
    update unit_positions as place
    set size_ml = ingredient.size_ml, reported_empty_at = null,
      remaining_ml = greatest(round(${share}::numeric * ingredient.size_ml, 2) - ${lessMl}::numeric, 0)
    from ingredients as ingredient
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = ${position}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
  `.execute(db);
  if (since) await reportEmptySince(db, unit, position, since);
}

/** Marks a position that was filled or counted at a time, and that the last pour since found empty. */
async function reportEmptySince(
  db: Tx,
  unit: UnitRef,
  position: number,
  since: Date,
): Promise<void> {
  await sql`
    update unit_positions as place set reported_empty_at = last.sold_at
    from ingredients as ingredient, (
      select sale.sold_at, pour.outcome, pour.ingredient_id from orders as sale
      join pours as pour on pour.venue_id = sale.venue_id and pour.order_id = sale.id
      where sale.venue_id = ${unit.venue_id} and sale.unit_id = ${unit.id} and sale.sold_at >= ${since}
        and pour.position = ${position} and pour.outcome in ('empty', 'poured')
      order by sale.sold_at desc, sale.number desc, pour.drink_index desc, pour.pour_index desc limit 1
    ) as last
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = ${position}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
      and last.outcome = 'empty' and last.ingredient_id = place.ingredient_id
      and place.remaining_ml >= ingredient.serving_size_ml
  `.execute(db);
}

/** Takes this much out of the position, at most what is in it. One with less than a serving is out, and not suspect. */
export async function lowerLevel(
  db: Tx,
  unit: UnitRef,
  position: number,
  ml: number,
): Promise<void> {
  await sql`
    update unit_positions as place
    set remaining_ml = greatest(remaining_ml - ${ml}::numeric, 0),
      reported_empty_at = case when remaining_ml - ${ml}::numeric >= ingredient.serving_size_ml then reported_empty_at end
    from ingredients as ingredient
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = ${position}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
  `.execute(db);
}

/** Sets what is in the position, which was counted at a time: only a later pour can have found it empty. */
export async function countLevel(
  db: Tx,
  unit: UnitRef,
  { position, ml, countedAt }: Counted,
): Promise<void> {
  await sql`
    update unit_positions as place set remaining_ml = ${ml}::numeric, reported_empty_at = null
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = ${position}
  `.execute(db);
  await reportEmptySince(db, unit, position, countedAt);
}

export interface Counted {
  position: number;
  /** What it holds now. */
  ml: number;
  countedAt: Date;
}

export interface Filling {
  position: number;
  /** From 0 to 1. */
  share: number;
  /** Poured from it since. */
  lessMl: number;
  /** Time of a filling in the past. */
  since?: Date;
}
