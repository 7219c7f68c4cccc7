import type { z } from 'zod';
import type { drink } from '../../contract/drinks.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { drinkFields } from './drink-fields.ts';
import type { DrinkIngredientRow, DrinkRow } from './drinks.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { venueView } from '../venues/venues.view.ts';

interface ViewOptions {
  /** True when the venue sells doubles: the double price is included only then. */
  withDouble: boolean;
  now: Date;
}

export function drinkView(row: DrinkRow, { withDouble, now }: ViewOptions): z.output<typeof drink> {
  const soldOutUntil = row.sold_out_until && row.sold_out_until > now ? row.sold_out_until : null;
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
    soldOut: soldOutUntil !== null,
    ...(soldOutUntil && { soldOutUntil: soldOutUntil.toISOString() }),
    ...(row.category_id && { categoryId: row.category_id }),
  };
}

const ingredientView = ({ id, name, image_url, active }: DrinkIngredientRow) => ({
  _id: id,
  id,
  name,
  imageURL: image_url,
  activeInUnit: active,
});

type VenueWithDrinks = EndpointResponse<'getVenueWithDrinks'>;

/** A venue and its drinks, limited to what the requester may see. */
export const venueWithDrinksView = (
  venue: VenueRow,
  rows: readonly DrinkRow[],
  may: ViewOptions & { withSecrets: boolean },
): VenueWithDrinks => ({
  ...venueView(venue, may.withSecrets),
  drinks: rows.map((row) => drinkView(row, may)),
});
