import { v7 } from 'uuid';
import type { Insertable } from 'kysely';
import type { UnitPositionsTable } from './tables/stock.ts';
import type { Db } from './tables/tables.ts';

/** Inserts positions of units without changes yet, and their movements. */
export async function insertLoadedPositions(
  db: Db,
  places: readonly Insertable<UnitPositionsTable>[],
): Promise<void> {
  if (places.length === 0) return;
  const at = new Date();
  await db.insertInto('unit_positions').values(places).execute();
  await db
    .insertInto('stock_movements')
    .values(
      places.map((place) => ({
        venue_id: place.venue_id,
        id: v7(),
        at,
        unit_id: place.unit_id,
        position: place.position,
        ingredient_id: place.ingredient_id,
        kind: 'loaded' as const,
        ml: place.remaining_ml,
        level_before_ml: 0,
        level_after_ml: place.remaining_ml,
        number: 0,
      })),
    )
    .execute();
}
