/** Fields of a drink that an update may change, by their API names, and their columns. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import { isDeepStrictEqual } from 'node:util';
import { toCents, toDollars } from '../../lib/money.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { readColumns, writeColumns } from '../shared/columns.ts';
import { plainColumns } from '../shared/drink-columns.ts';
import { fieldError } from '../shared/errors.ts';
import type { DrinkRow } from './drinks.queries.ts';

type Changes = EndpointBody<'updateDrink'>;
type Prices = Pick<Changes, 'price' | 'doublePrice'>;
type Fixed = Pick<Changes, 'ingredients' | 'venueId' | 'unitId'>;

const columns = plainColumns satisfies Record<
  Exclude<keyof Changes, keyof Prices | keyof Fixed | 'ranking' | 'soldOut' | 'expected'>,
  keyof DrinkRow
>;

export const drinkPrices = (row: DrinkRow) => ({
  price: toDollars(row.price_cents),
  doublePrice: toDollars(row.double_cents),
});

/** Throws a field error for each field that never changes and is not as stored. */
export function rejectOtherDrink(
  row: Pick<DrinkRow, 'venue_id' | 'unit_id' | 'ingredients'>,
  { ingredients, venueId = row.venue_id, unitId = row.unit_id }: Fixed,
): void {
  const own = row.ingredients.map(({ id }) => id).toSorted();
  const refused = {
    ...(ingredients &&
      !isDeepStrictEqual(ingredients.toSorted(), own) && {
        ingredients: drinkMessages.keepsIngredients,
      }),
    ...(venueId !== row.venue_id && { venueId: drinkMessages.keepsUnit }),
    ...(unitId !== row.unit_id && { unitId: drinkMessages.keepsUnit }),
  };
  if (Object.keys(refused).length > 0) throw fieldError(refused);
}

/** The fields of a drink that members without money.read may see. */
export const fieldsWithoutPrices = (row: DrinkRow) => readColumns(columns, row);

export const drinkFields = (row: DrinkRow) => ({
  ...fieldsWithoutPrices(row),
  ...drinkPrices(row),
});

/** @param withDouble true when the venue sells doubles: the double price is stored only then */
export const drinkColumns = ({ price, doublePrice, ...changes }: Changes, withDouble: boolean) => ({
  ...writeColumns(columns, changes),
  ...(price === undefined ? {} : { price_cents: toCents(price) }),
  ...(doublePrice === undefined || !withDouble ? {} : { double_price_cents: toCents(doublePrice) }),
});
