/** Positions that an ingredient had in a unit before it was deactivated there. Changes require the unit's lock. */
import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { PositionRow } from './ingredients.queries.ts';

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
