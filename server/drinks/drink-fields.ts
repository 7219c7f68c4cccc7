/** Fields of a drink that an update may change, by their API names, and their columns. */
import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateDrink } from '../../contract/drinks.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { readColumns, writeColumns } from '../shared/columns.ts';
import type { DrinkRow } from './drinks.queries.ts';

type Changes = BodyOf<typeof updateDrink>;

const columns = { name: 'name', active: 'active' } as const satisfies Record<
  Exclude<keyof Changes, 'price' | 'doublePrice' | 'ranking' | 'expected'>,
  keyof DrinkRow
>;

export const drinkPrices = (row: DrinkRow) => ({
  price: toDollars(row.price_cents),
  doublePrice: toDollars(row.double_cents),
});

export const drinkFields = (row: DrinkRow) => ({
  ...readColumns(columns, row),
  ...drinkPrices(row),
});

/** @param withDouble true when the venue sells doubles: the double price is stored only then */
export const drinkColumns = ({ price, doublePrice, ...changes }: Changes, withDouble: boolean) => ({
  ...writeColumns(columns, changes),
  ...(price === undefined ? {} : { price_cents: toCents(price) }),
  ...(doublePrice === undefined || !withDouble ? {} : { double_price_cents: toCents(doublePrice) }),
});
