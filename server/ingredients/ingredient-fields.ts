/** Fields of an ingredient by their API names, and their columns. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import type { IngredientDraft, IngredientFacts } from '../../rules/stock/ingredient.ts';
import { invertColumns, readColumns, writeColumns } from '../shared/columns.ts';
import type { IngredientFactsRow, IngredientRow } from './ingredients.queries.ts';

type Changes = EndpointBody<'updateIngredient'>;

/** Fields that the ingredient rules resolve. */
const draftColumns = {
  source: 'source',
  baseOrMixer: 'base_or_mixer',
  category: 'category',
  servingSize: 'serving_size_ml',
  ingredientSize: 'size_ml',
  ingredientPouringTime: 'pouring_time_ms',
} as const satisfies Record<keyof IngredientDraft, keyof IngredientFactsRow>;

const factColumns = {
  source: 'source',
  baseOrMixer: 'base_or_mixer',
  category: 'category',
  servingSizeMl: 'serving_size_ml',
  sizeMl: 'size_ml',
  pouringTimeMs: 'pouring_time_ms',
} as const satisfies Record<keyof IngredientFacts, keyof IngredientFactsRow>;

/** Fields that are stored as they are sent. */
const plainColumns = {
  name: 'name',
  imageURL: 'image_url',
  tareWeight: 'tare_weight_g',
  density: 'density',
} as const;

export const draftOf = (row: IngredientFactsRow) => readColumns(draftColumns, row);

/** Fields that are the same in every unit. */
export const sharedFields = (row: IngredientFactsRow) => ({
  ...readColumns(plainColumns, row),
  ...draftOf(row),
});

/** Returns the stored ingredient as a draft with these changes; null when they leave out all of its fields. */
export function changedDraft(
  row: IngredientFactsRow,
  changes: IngredientDraft,
): IngredientDraft | null {
  const changed = writeColumns(draftColumns, changes);
  if (Object.keys(changed).length === 0) return null;
  return readColumns(draftColumns, { ...row, ...changed });
}

export const factsOf = (row: IngredientFactsRow): IngredientFacts => readColumns(factColumns, row);

export const factColumnsOf = (facts: IngredientFacts) =>
  readColumns(invertColumns(factColumns), facts);

export const plainColumnsOf = (changes: Pick<Changes, keyof typeof plainColumns>) =>
  writeColumns(plainColumns, changes);

export const priceFields = (row: IngredientRow) => ({
  price: toDollars(row.price_cents),
  doublePrice: toDollars(row.double_price_cents ?? 0),
});

/** What is known of its weights. */
export const weightFields = ({ tare_weight_g, density }: IngredientFactsRow) => ({
  ...(tare_weight_g !== null && { tareWeight: tare_weight_g }),
  ...(density !== null && { density }),
});

/** Fields of one unit. */
export const entryFields = (row: IngredientRow) => ({
  ...priceFields(row),
  threshold: row.threshold_percent,
  positionInUnit: row.places.map(({ position }) => String(position)),
});

/** Columns of one unit, except the positions. */
export const entryColumns = ({
  price,
  doublePrice,
  threshold,
}: Pick<Changes, 'price' | 'doublePrice' | 'threshold'>) => ({
  ...(price === undefined ? {} : { price_cents: toCents(price) }),
  ...(doublePrice === undefined ? {} : { double_price_cents: toCents(doublePrice) }),
  ...(threshold === undefined ? {} : { threshold_percent: threshold }),
});
