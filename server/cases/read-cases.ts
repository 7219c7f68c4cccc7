import { type Selectable, sql } from 'kysely';
import type { RefundsTable } from '../../db/tables/refunds.ts';
import type { Db } from '../../db/tables/tables.ts';
import { refundParts } from '../../rules/refunds/refund.ts';
import { type OrderedDrinkRow, listSalesById, type SaleRow } from '../orders/orders.queries.ts';
import { refundableLines } from '../refunds/refundable-lines.ts';
import type { NamedCase } from './listed-cases.queries.ts';

type Refund = Pick<
  Selectable<RefundsTable>,
  'order_id' | 'drink_index' | 'amount_cents' | 'state' | 'error'
>;

interface Pour {
  order_id: string;
  drink_index: number;
  ingredient_id: string;
  ingredient: string;
  position: number;
  ml: number;
  ms: number;
  outcome: 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';
}

/** A case with its sale. */
export interface ReadCase {
  row: NamedCase;
  sale: SaleRow;
  drink: OrderedDrinkRow;
  pours: Pour[];
  /** The last one of the drink. */
  refund: Refund | null;
  /** What a refund of the drink gives back, or has given back. */
  refundCents: number;
}

/** Reads the sales, pours and refunds of cases of one venue; leaves out cases whose sale is not stored any more. */
export async function readCases(db: Db, rows: readonly NamedCase[]): Promise<ReadCase[]> {
  const [first] = rows;
  if (!first) return [];
  const orders = { venueId: first.venue_id, ids: [...new Set(rows.map((row) => row.order_id))] };
  const sales = await listSalesById(db, orders.venueId, orders.ids);
  const pours = await listPours(db, orders);
  const refunds = await listLastRefunds(db, orders);
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  return rows.flatMap((row) => {
    const sale = byId.get(row.order_id);
    const drink = sale?.drinks.find(({ drink_index }) => drink_index === row.drink_index);
    if (!sale || !drink) return [];
    const isOfDrink = (one: { order_id: string; drink_index: number }) =>
      one.order_id === row.order_id && one.drink_index === row.drink_index;
    const ofSale = refunds.filter(({ order_id }) => order_id === sale.id);
    const refund = ofSale.find(isOfDrink) ?? null;
    return {
      row,
      sale,
      drink,
      pours: pours.filter(isOfDrink),
      refund,
      refundCents: refundCents(sale, drink, ofSale),
    };
  });
}

function refundCents(sale: SaleRow, drink: OrderedDrinkRow, refunds: readonly Refund[]): number {
  const requested = refunds.filter(({ state }) => state === 'requested');
  const underWay = new Set(requested.map(({ drink_index }) => drink_index));
  const parts = refundParts(refundableLines(sale, underWay), drink.drink_index);
  if ('amountCents' in parts) return parts.amountCents;
  return drink.price_cents * drink.quantity + drink.tax_cents + drink.tip_cents;
}

interface OrdersOfVenue {
  venueId: string;
  ids: readonly string[];
}

async function listPours(db: Db, { venueId, ids }: OrdersOfVenue): Promise<Pour[]> {
  return db
    .selectFrom('pours')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'pours.venue_id')
        .onRef('ingredients.id', '=', 'pours.ingredient_id'),
    )
    .select(['pours.order_id', 'pours.drink_index', 'pours.position', 'pours.ml', 'pours.ms'])
    .select(['pours.outcome', 'pours.ingredient_id', 'ingredients.name as ingredient'])
    .where('pours.venue_id', '=', venueId)
    .where(sql<boolean>`pours.order_id = any(${[...ids]}::uuid[])`)
    .orderBy('pours.order_id')
    .orderBy('pours.drink_index')
    .orderBy('pours.pour_index')
    .execute();
}

/** Returns the last refund of each drink. */
async function listLastRefunds(db: Db, { venueId, ids }: OrdersOfVenue): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select distinct on (order_id, drink_index) order_id, drink_index, amount_cents, state, error
    from refunds where venue_id = ${venueId} and order_id = any(${[...ids]}::uuid[])
    order by order_id, drink_index, id desc
  `.execute(db);
  return rows;
}
