import type { z } from 'zod';
import type { drink } from '../../contract/drinks.ts';
import { drinkFields } from './drink-fields.ts';
import type { DrinkIngredientRow, DrinkRow } from './drinks.queries.ts';

/** @param withDouble true when the venue sells doubles: the double price is included only then */
export function drinkView(row: DrinkRow, withDouble: boolean): z.output<typeof drink> {
  const { doublePrice, ...fields } = drinkFields(row);
  return {
    _id: row.id,
    id: row.id,
    ...fields,
    ...(withDouble ? { doublePrice } : {}),
    venueId: row.venue_id,
    ingredients: row.ingredients.map(ingredientView),
    unitId: row.unit_id,
    unitNumber: row.unit_number,
    unitName: row.unit_name,
    ranking: { current: row.rank, previous: row.previous_rank },
    isCapacityFull: row.ingredients.every(({ full }) => full),
    currentRank: row.rank,
  };
}

const ingredientView = ({ id, name, image_url, active }: DrinkIngredientRow) => ({
  _id: id,
  id,
  name,
  imageURL: image_url,
  activeInUnit: active,
});
