import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

/** Selects the occupied positions of a unit, with their levels and the thresholds of their ingredients. */
export const placesOf = (db: Db, unit: UnitRef) =>
  db
    .selectFrom('unit_positions as place')
    .innerJoin('unit_inventory as entry', (join) =>
      join
        .onRef('entry.venue_id', '=', 'place.venue_id')
        .onRef('entry.unit_id', '=', 'place.unit_id')
        .onRef('entry.ingredient_id', '=', 'place.ingredient_id'),
    )
    .select([
      'place.position',
      'place.ingredient_id as ingredientId',
      'place.size_ml as sizeMl',
      'place.remaining_ml as remainingMl',
      'entry.threshold_percent as thresholdPercent',
    ])
    .where('place.venue_id', '=', unit.venue_id)
    .where('place.unit_id', '=', unit.id);
