import type { z } from 'zod';
import type { ingredient } from '../../contract/ingredients.ts';
import { entryFields, sharedFields } from './ingredient-fields.ts';
import type { IngredientRow } from './ingredients.queries.ts';

export function ingredientView(row: IngredientRow): z.output<typeof ingredient> {
  const remainingMl = row.places.reduce((sum, place) => sum + place.remaining_ml, 0);
  return {
    _id: row.id,
    id: row.id,
    ...sharedFields(row),
    ...entryFields(row),
    // Sums of hundredths accumulate floating-point errors.
    capacityRemaining: Math.round(remainingMl * 100) / 100,
    places: row.places.map((place) => ({
      position: String(place.position),
      sizeMl: place.size_ml,
      remainingMl: place.remaining_ml,
    })),
    activeInUnit: row.active,
    isCapacityFull:
      row.level_known && row.places.every((place) => place.remaining_ml >= place.size_ml),
    unitId: row.unit_id,
    venueId: row.venue_id,
    date: row.created_at.toISOString(),
  };
}
