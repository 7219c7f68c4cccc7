/** Sales of a range as they are stored: of each line, and of each order. */
import { sql } from 'kysely';
import { lineSums, selected } from '../../db/sales-sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';

/** Amounts in cents. */
export interface StoredSales {
  orders: number;
  servings: number;
  salesCents: number;
  taxCents: number;
  tipCents: number;
  refundCents: number;
  /** Orders whose amount is not the sum of their lines. */
  unevenPrices: number;
  unevenTaxes: number;
  unevenTips: number;
}

const sum = (name: string) =>
  sql`coalesce(sum(line.${sql.id(name)}), 0)::bigint as ${sql.id(name)}`;
const uneven = (stored: string, name: string) =>
  sql`count(*) filter (where sale.${sql.id(stored)} <> coalesce(line.${sql.id(name)}, 0))`;

/** Reads the lines of every order of the range, and no sums. */
export async function readStoredSales(
  db: Db,
  venueId: string,
  { startMs, endMs }: Stretch,
): Promise<StoredSales> {
  const { rows } = await sql<StoredSales>`
    select count(*) as orders,
      ${sql.join(['servings', 'salesCents', 'taxCents', 'tipCents', 'refundCents'].map(sum))},
      ${uneven('price_cents', 'priceCents')} as "unevenPrices",
      ${uneven('tax_cents', 'allTaxCents')} as "unevenTaxes",
      ${uneven('tip_cents', 'allTipCents')} as "unevenTips"
    from orders as sale
    cross join lateral (
      select ${selected(lineSums)}, sum(drink.tax_cents) as "allTaxCents", sum(drink.tip_cents) as "allTipCents"
      from ordered_drinks as drink where drink.venue_id = ${venueId} and drink.order_id = sale.id
    ) as line
    where sale.venue_id = ${venueId}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum returns one row');
  return row;
}
