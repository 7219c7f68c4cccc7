/** Times in which a unit is out of an ingredient. Changes require the unit's lock. */
import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

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
