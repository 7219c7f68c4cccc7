/** Fields of an ingredient that an update may change, by their API names. */
import { toDollars } from '../../lib/money.ts';
import type { IngredientFactsRow, IngredientRow } from './ingredients.queries.ts';

export const factFields = (row: IngredientFactsRow) => ({
  source: row.source,
  baseOrMixer: row.base_or_mixer,
  category: row.category,
  servingSize: row.serving_size_ml,
  ingredientSize: row.size_ml,
  ingredientPouringTime: row.pouring_time_ms,
});

/** Fields that are the same in every unit. */
export const sharedFields = (row: IngredientFactsRow) => ({
  name: row.name,
  ...factFields(row),
  imageURL: row.image_url,
});

export const priceFields = (row: IngredientRow) => ({
  price: toDollars(row.price_cents),
  doublePrice: toDollars(row.double_price_cents ?? 0),
});

/** Fields of one unit. */
export const entryFields = (row: IngredientRow) => ({
  ...priceFields(row),
  threshold: row.threshold_percent,
  positionInUnit: row.places.map(({ position }) => String(position)),
});
