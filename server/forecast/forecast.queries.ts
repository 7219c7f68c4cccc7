/** What the units of a venue used and earned on nights of the past, from the sums by hour, each in one statement. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { WeightedHour } from '../../rules/forecast/night-profile.ts';

/** Part of a night: an hour of UTC at an hour of its clock. */
/** Common table expressions: parts of the nights, and the range of each night. */
const nightsOf = (hours: readonly WeightedHour[]): RawBuilder<unknown> => sql`
  piece as (
    select * from unnest(
      ${hours.map(({ startMs }) => new Date(startMs))}::timestamptz[],
      ${hours.map(({ hour }) => hour)}::int[],
      ${hours.map(({ nth }) => nth)}::int[],
      ${hours.map(({ share }) => share)}::float8[],
      ${hours.map(({ weight }) => weight)}::float8[]
    ) as piece (bucket, hour, nth, share, weight)
  ), span as (
    select nth, weight, min(bucket) as first, max(bucket) as last from piece group by nth, weight
  )`;

/** Rows of a table of sums of these units in these nights, one range of its key per unit and night. */
const sumsOf = (
  table: 'pour_sums' | 'drink_sums',
  venueId: string,
  unitIds: readonly string[],
): RawBuilder<unknown> => sql`
  unnest(${[...unitIds]}::uuid[]) as unit (id)
  cross join span
  cross join lateral (
    select * from ${sql.table(table)} as stored
    where stored.venue_id = ${venueId} and stored.unit_id = unit.id and stored.grain = 'hour'
      and stored.bucket >= span.first and stored.bucket <= span.last
    offset 0
  ) as kept`;

/** Of an ingredient in a unit at an hour of the clock: an amount times the weight of its night, summed over all nights. */
export interface HourlyUse {
  unit_id: string;
  ingredient_id: string;
  hour: number;
  amount: number;
}

/** Sums the millilitres that pours should have had; without rows for units that report no pours. */
export async function sumPoured(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  hours: readonly WeightedHour[],
): Promise<HourlyUse[]> {
  const { rows } = await sql<HourlyUse>`
    with ${nightsOf(hours)}
    select kept.unit_id, kept.ingredient_id, piece.hour,
      sum(piece.weight * piece.share * kept.expected_ml)::float8 as amount
    from ${sumsOf('pour_sums', venueId, unitIds)}
    join piece on piece.nth = span.nth and piece.bucket = kept.bucket
    group by kept.unit_id, kept.ingredient_id, piece.hour
  `.execute(db);
  return rows;
}

/** Sums the servings of the drinks that were sold, by their recipes of today. */
export async function sumServingsOfRecipes(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  hours: readonly WeightedHour[],
): Promise<HourlyUse[]> {
  const { rows } = await sql<HourlyUse>`
    with ${nightsOf(hours)}
    select kept.unit_id, part.ingredient_id, piece.hour,
      sum(piece.weight * piece.share * kept.poured_glasses * case when kept.is_double then 2 else 1 end)::float8 as amount
    from ${sumsOf('drink_sums', venueId, unitIds)}
    join piece on piece.nth = span.nth and piece.bucket = kept.bucket
    join drink_ingredients as part on part.venue_id = ${venueId} and part.drink_id = kept.drink_key
    group by kept.unit_id, part.ingredient_id, piece.hour
  `.execute(db);
  return rows;
}

/** An ingredient of a unit. */
export interface UnitIngredient {
  unitId: string;
  ingredientId: string;
}

export interface NightlyUse extends HourlyUse {
  nth: number;
}

/** Sums the millilitres of these ingredients by night as well, without weights. */
export async function sumPouredByNight(
  db: Db,
  venueId: string,
  some: readonly UnitIngredient[],
  hours: readonly WeightedHour[],
): Promise<NightlyUse[]> {
  if (some.length === 0) return [];
  const unitIds = [...new Set(some.map(({ unitId }) => unitId))];
  const { rows } = await sql<NightlyUse>`
    with ${nightsOf(hours)}
    select kept.unit_id, kept.ingredient_id, piece.nth, piece.hour,
      sum(piece.share * kept.expected_ml)::float8 as amount
    from ${sumsOf('pour_sums', venueId, unitIds)}
    join piece on piece.nth = span.nth and piece.bucket = kept.bucket
    join unnest(
      ${some.map(({ unitId }) => unitId)}::uuid[], ${some.map(({ ingredientId }) => ingredientId)}::uuid[]
    ) as one (unit_id, ingredient_id) on one.unit_id = kept.unit_id and one.ingredient_id = kept.ingredient_id
    group by kept.unit_id, kept.ingredient_id, piece.nth, piece.hour
  `.execute(db);
  return rows;
}

/** What a drink of a unit earned, times the weight of each night. */
export interface DrinkEarnings {
  unit_id: string;
  drink_key: string;
  cents: number;
}

export async function sumEarnings(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  hours: readonly WeightedHour[],
): Promise<DrinkEarnings[]> {
  const { rows } = await sql<DrinkEarnings>`
    with ${nightsOf(hours)}
    select kept.unit_id, kept.drink_key, sum(span.weight * kept.sales_cents)::float8 as cents
    from ${sumsOf('drink_sums', venueId, unitIds)}
    group by kept.unit_id, kept.drink_key
  `.execute(db);
  return rows;
}

export interface StockOut {
  unit_id: string;
  ingredient_id: string;
  from_at: Date;
  /** Null while it lasts. */
  until_at: Date | null;
}

/** Lists the times in which units of the venue were out of an ingredient, that ended after a time or last. */
export function listOuts(db: Db, venueId: string, after: Date): Promise<StockOut[]> {
  return db
    .selectFrom('stock_outs')
    .select(['unit_id', 'ingredient_id', 'from_at', 'until_at'])
    .where('venue_id', '=', venueId)
    .where((row) => row.or([row('until_at', 'is', null), row('until_at', '>', after)]))
    .orderBy('from_at')
    .execute();
}

const linesOfBatch = 300;

/** Mean size of the last drinks that the venue sold, weighted by size: 1 where each is a single glass. */
export async function findBatch(db: Db, venueId: string): Promise<number> {
  const { rows } = await sql<{ batch: number }>`
    select coalesce(sum(size * size) / nullif(sum(size), 0), 1)::float8 as batch
    from (
      select quantity * case when is_double then 2 else 1 end as size
      from ordered_drinks where venue_id = ${venueId}
      order by order_id desc limit ${linesOfBatch}
    ) as line
  `.execute(db);
  return Math.max(1, rows[0]?.batch ?? 1);
}

// What the units of a venue hold, and what they sell from it.

export interface StockedUnit {
  id: string;
  venue_id: string;
  unit_number: number;
  name: string | null;
  created_at: Date;
}

/** Lists the units of a venue by number, without deleted ones. */
export function listUnits(db: Db, venueId: string): Promise<StockedUnit[]> {
  return db
    .selectFrom('units')
    .select(['id', 'venue_id', 'unit_number', 'name', 'created_at'])
    .where('venue_id', '=', venueId)
    .where('deleted_at', 'is', null)
    .orderBy('unit_number')
    .execute();
}

export interface StockedPlace {
  unit_id: string;
  position: number;
  ingredient_id: string;
  name: string;
  serving_ml: number;
  /** Of a new bottle, bag or keg. */
  bottle_ml: number;
  tare_weight_g: number | null;
  density: number | null;
  size_ml: number;
  remaining_ml: number;
  /** When a pour found it empty. */
  reported_empty_at: Date | null;
  /** False after sales that deducted nothing. */
  level_known: boolean;
}

/** Lists the places of these units with an ingredient that is active there. */
export async function listStockedPlaces(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<StockedPlace[]> {
  const { rows } = await sql<StockedPlace>`
    select place.unit_id, place.position, place.ingredient_id, ingredient.name,
      ingredient.serving_size_ml as serving_ml, ingredient.size_ml as bottle_ml,
      ingredient.tare_weight_g, ingredient.density, place.size_ml, place.remaining_ml, place.reported_empty_at,
      entry.level_known
    from unit_positions as place
    join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = place.ingredient_id
    join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = place.unit_id
      and entry.ingredient_id = place.ingredient_id
    where place.venue_id = ${venueId} and place.unit_id = any(${[...unitIds]}::uuid[]) and entry.active
    order by place.unit_id, place.position
  `.execute(db);
  return rows;
}

export interface SoldDrinkRow {
  id: string;
  unit_id: string;
  ingredient_set: string[];
}

/** Lists the active drinks of these units. */
export function listSoldDrinks(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<SoldDrinkRow[]> {
  return db
    .selectFrom('drinks')
    .select(['id', 'unit_id', 'ingredient_set'])
    .where('venue_id', '=', venueId)
    .where('unit_id', 'in', unitIds.length === 0 ? [venueId] : unitIds)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute();
}

// Times of day at which venues are refilled.

/** In minutes after midnight; null for a venue without a plan. */
export async function findRefillPlan(db: Db, venueId: string): Promise<number | null> {
  const row = await db
    .selectFrom('refill_plans')
    .select('at_minutes')
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return row?.at_minutes ?? null;
}

export async function storeRefillPlan(
  db: Tx,
  venueId: string,
  atMinutes: number | null,
): Promise<void> {
  if (atMinutes === null) {
    await db.deleteFrom('refill_plans').where('venue_id', '=', venueId).execute();
    return;
  }
  await db
    .insertInto('refill_plans')
    .values({ venue_id: venueId, at_minutes: atMinutes })
    .onConflict((conflict) => conflict.column('venue_id').doUpdateSet({ at_minutes: atMinutes }))
    .execute();
}
