import { type RawBuilder, sql } from 'kysely';
import type { DrinkMark, SaleFilter } from '../../rules/reports/sale-filter.ts';
import { drinkOfSale, type SalesScope } from './sales-sums.queries.ts';

const marked: Readonly<Record<DrinkMark, RawBuilder<unknown>>> = {
  failed: sql`drink.success_quantity < drink.quantity`,
  comp: sql`drink.price_cents = 0`,
  refunded: sql`(drink.refunded_at is not null or drink.refunded_quantity > 0)`,
};

/**
 * Condition for orders as sale that match the filter. The drinks are read by a subquery for each sale: as a semi-join,
 * PostgreSQL may read those of all sales instead.
 */
export function matchingSale(
  scope: SalesScope,
  { show, drink, reader }: SaleFilter,
): RawBuilder<unknown> {
  const ofDrink = [...(show ? [marked[show]] : []), ...(drink ? [sql`drink.name = ${drink}`] : [])];
  const conditions = [
    ...(reader ? [sql`sale.payment_reader_device_name = ${reader}`] : []),
    ...(ofDrink.length > 0
      ? [
          sql`(
            select bool_or(${sql.join(ofDrink, sql` and `)}) from ordered_drinks as drink
            where ${drinkOfSale(scope)}
          )`,
        ]
      : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
