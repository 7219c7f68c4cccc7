/** Times in which a unit is out of an ingredient. Changes require the unit's lock. */
import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

/** Records that these ingredients have run out. */
export async function beginOuts(
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
        from_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
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
