import type { z } from 'zod';
import type { ingredient } from '../../contract/ingredients.ts';
import { toDollars } from '../../lib/money.ts';
import type { IngredientRow } from './ingredients.queries.ts';

export function ingredientView(row: IngredientRow): z.output<typeof ingredient> {
  const remainingMl = row.places.reduce((sum, place) => sum + place.remaining_ml, 0);
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    price: toDollars(row.price_cents),
    doublePrice: toDollars(row.double_price_cents ?? 0),
    source: row.source,
    baseOrMixer: row.base_or_mixer,
    category: row.category,
    servingSize: row.serving_size_ml,
    ingredientSize: row.size_ml,
    ingredientPouringTime: row.pouring_time_ms,
    threshold: row.threshold_percent,
    // Sums of hundredths accumulate floating-point errors.
    capacityRemaining: Math.round(remainingMl * 100) / 100,
    positionInUnit: row.places.map(({ position }) => String(position)),
    places: row.places.map((place) => ({
      position: String(place.position),
      sizeMl: place.size_ml,
      remainingMl: place.remaining_ml,
    })),
    imageURL: row.image_url,
    activeInUnit: row.active,
    isCapacityFull: row.places.every((place) => place.remaining_ml >= place.size_ml),
    unitId: row.unit_id,
    venueId: row.venue_id,
    date: row.created_at.toISOString(),
  };
}
