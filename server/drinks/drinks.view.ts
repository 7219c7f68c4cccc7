import type { z } from 'zod';
import type { drink } from '../../contract/drinks.ts';
import { toDollars } from '../../lib/money.ts';
import type { DrinkIngredientRow, DrinkRow } from './drinks.queries.ts';

/** @param withDouble true when the venue sells doubles: the double price is included only then */
export function drinkView(row: DrinkRow, withDouble: boolean): z.output<typeof drink> {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    price: toDollars(row.price_cents),
    ...(withDouble ? { doublePrice: toDollars(row.double_cents) } : {}),
    venueId: row.venue_id,
    ingredients: row.ingredients.map(ingredientView),
    active: row.active,
    unitId: row.unit_id,
    unitNumber: row.unit_number,
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
