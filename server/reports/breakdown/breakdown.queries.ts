/** Sums of single sales of a range by what no stored sum has: how they were paid, what was in them, who refunded. */
import { type RawBuilder, sql } from 'kysely';
import {
  keyOfDrink,
  lineSums,
  orderSums,
  selected,
  sumNames,
} from '../../../db/rebuild-rollups.ts';
import type { Db } from '../../../db/tables/tables.ts';
import type { LinesOfDrink, SoldComposition } from '../../../rules/reports/breakdown.ts';
import type { IngredientCategory } from '../../../rules/stock/ingredient.ts';
import type { TimeRange } from '../../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../../rules/reports/sales-totals.ts';
import { personName } from '../../../rules/users/person-name.ts';
import { drinkOfSale, ofUnit, type SalesScope } from '../sales-sums.queries.ts';

/** Condition for orders as sale in a range. */
const soldIn = (scope: SalesScope, { startMs, endMs }: TimeRange): RawBuilder<unknown> => sql`
  sale.venue_id = ${scope.venueId} and ${ofUnit('sale.unit_id', scope)}
  and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}`;

const ofOrder: Partial<Record<keyof SaleSums, RawBuilder<unknown>>> = orderSums;

/** Sums of the sales by how they were paid: the provider, card where it is not known, or none. */
export async function sumSalesByPayment(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
): Promise<(SaleSums & { key: string })[]> {
  const sums = sumNames.map(
    (name) =>
      sql`coalesce(${ofOrder[name] ?? sql`sum(line.${sql.id(name)})`}, 0)::bigint as ${sql.id(name)}`,
  );
  const { rows } = await sql<SaleSums & { key: string }>`
    select coalesce(sale.payment_provider, case when sale.payment_id is null then 'none' else 'card' end) as key,
      ${sql.join(sums)}
    from orders as sale
    cross join lateral (
      select ${selected(lineSums)} from ordered_drinks as drink where ${drinkOfSale(scope)}
    ) as line
    where ${soldIn(scope, range)}
    group by 1 order by 1
  `.execute(db);
  return rows;
}

/** Sums of the lines by their ingredients and the prices of these. */
export async function sumCompositions(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
): Promise<SoldComposition[]> {
  const { salesCents, taxCents, tipCents, refundCents } = lineSums;
  const { rows } = await sql<SoldComposition>`
    select line.ids as "ingredientIds", line.prices as "priceCents",
      sum(line."salesCents")::bigint as "salesCents", sum(line."taxCents")::bigint as "taxCents",
      sum(line."tipCents")::bigint as "tipCents", sum(line."refundCents")::bigint as "refundCents"
    from orders as sale
    cross join lateral (
      select drink.ingredient_ids as ids, drink.ingredient_price_cents as prices,
        ${selected({ salesCents, taxCents, tipCents, refundCents })}
      from ordered_drinks as drink where ${drinkOfSale(scope)}
      group by 1, 2
    ) as line
    where ${soldIn(scope, range)}
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows.map((row) => ({ ...row, priceCents: row.priceCents.map(Number) }));
}

/** Sums of the lines of each drink, and the sales that have one, by the key of the stored sums of drinks. */
export async function sumLinesOfDrinks(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
): Promise<LinesOfDrink[]> {
  const { taxCents, tipCents, refundCents } = lineSums;
  const { rows } = await sql<LinesOfDrink>`
    select line.key, count(*) as orders, sum(line."taxCents")::bigint as "taxCents",
      sum(line."tipCents")::bigint as "tipCents", sum(line."refundCents")::bigint as "refundCents"
    from orders as sale
    cross join lateral (
      select ${keyOfDrink} as key, ${selected({ taxCents, tipCents, refundCents })}
      from ordered_drinks as drink where ${drinkOfSale(scope)}
      group by 1
    ) as line
    where ${soldIn(scope, range)}
    group by 1
  `.execute(db);
  return rows;
}

/** Categories of ingredients by their id, those that are deleted too. */
export async function listCategories(
  db: Db,
  venueId: string,
): Promise<Map<string, IngredientCategory>> {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'category'])
    .where('venue_id', '=', venueId)
    .execute();
  return new Map(rows.map(({ id, category }) => [id, category]));
}

export interface RefundsOfPerson {
  /** Null for refunds that no person requested, and of accounts that are gone. */
  userId: string | null;
  name: string | null;
  refundCents: number;
}

/** Sums of the refunds of sales in a range by the person who requested them. */
export async function sumRefundsByPerson(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
): Promise<RefundsOfPerson[]> {
  const { rows } = await sql<{ userId: string | null; refundCents: number }>`
    select refund.requested_by as "userId", sum(refund.amount_cents)::bigint as "refundCents"
    from refunds as refund
    join orders as sale on sale.venue_id = ${scope.venueId} and sale.id = refund.order_id
    where refund.venue_id = ${scope.venueId} and refund.state = 'refunded' and ${soldIn(scope, range)}
    group by 1
  `.execute(db);
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name'])
    .where('id', 'in', ids.length > 0 ? ids : [scope.venueId])
    .execute();
  const names = new Map(people.map(({ id, ...person }) => [id, personName(person)]));
  return rows.map((row) => ({ ...row, name: names.get(row.userId ?? '') ?? null }));
}

/** Units of a venue as reports name them, those that are deleted too. */
export async function listUnitNames(db: Db, venueId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('units')
    .select(['id', 'unit_number', 'name', 'deleted_at'])
    .where('venue_id', '=', venueId)
    .execute();
  return new Map(
    rows.map(({ id, unit_number: number, name, deleted_at: deletedAt }) => [
      id,
      `${name ? `${name} (${number})` : `Unit ${number}`}${deletedAt ? ', deleted' : ''}`,
    ]),
  );
}
