import { type Selectable, sql } from 'kysely';
import type { RefundsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables/tables.ts';
import { refundParts, type RefundRequest } from '../../rules/refunds/refund.ts';
import { type OrderedDrinkRow, listSalesById, type SaleRow } from '../orders/orders.queries.ts';
import { failedGlasses, refundableLines } from '../refunds/settle-refund.ts';
import { refundedPart } from '../shared/refunded-part.ts';
import type { NamedCase } from './cases.queries.ts';

type Refund = Pick<
  Selectable<RefundsTable>,
  | 'order_id'
  | 'drink_index'
  | 'amount_cents'
  | 'state'
  | 'error'
  | 'nth'
  | 'glasses'
  | 'tax_cents'
  | 'tip_cents'
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
  /** Of the line. */
  refundedGlasses: number;
  /** What a refund of the glasses that were not poured gives back; 0 where they are refunded. */
  refundCents: number;
  /** What a refund of all glasses that are paid for gives back. */
  wholeCents: number;
}

/** Reads the sales, pours and refunds of cases of one venue; leaves out cases whose sale is not stored any more. */
export async function readCases(db: Db, rows: readonly NamedCase[]): Promise<ReadCase[]> {
  const [first] = rows;
  if (!first) return [];
  const orders = { venueId: first.venue_id, ids: [...new Set(rows.map((row) => row.order_id))] };
  const sales = await listSalesById(db, orders.venueId, orders.ids);
  const pours = await listPours(db, orders);
  const refunds = await listRefunds(db, orders);
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  return rows.flatMap((row) => {
    const sale = byId.get(row.order_id);
    const drink = sale?.drinks.find(({ drink_index }) => drink_index === row.drink_index);
    if (!sale || !drink) return [];
    const isOfDrink = (one: { order_id: string; drink_index: number }) =>
      one.order_id === row.order_id && one.drink_index === row.drink_index;
    const ofSale = refunds.filter(({ order_id }) => order_id === sale.id);
    return {
      row,
      sale,
      drink,
      pours: pours.filter(isOfDrink),
      refund: ofSale.findLast(isOfDrink) ?? null,
      refundedGlasses: refundedPart(drink).glasses,
      ...amountsOf(sale, drink, ofSale),
    };
  });
}

function amountsOf(
  sale: SaleRow,
  drink: OrderedDrinkRow,
  refunds: readonly Refund[],
): Pick<ReadCase, 'refundCents' | 'wholeCents'> {
  const lines = refundableLines(
    sale,
    refunds.filter(({ state }) => state !== 'failed'),
  );
  const line = lines[drink.drink_index];
  const failed = line ? failedGlasses(drink, line) : 0;
  const centsOf = (request: RefundRequest): number => {
    const parts = refundParts(lines, request);
    return 'amountCents' in parts ? parts.amountCents : 0;
  };
  const index = drink.drink_index;
  return {
    refundCents: failed > 0 ? centsOf({ index, glasses: failed }) : 0,
    wholeCents: centsOf({ index }),
  };
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

/** Returns the refunds of the orders, oldest first. */
async function listRefunds(db: Db, { venueId, ids }: OrdersOfVenue): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(['order_id', 'drink_index', 'amount_cents', 'state', 'error'])
    .select(['nth', 'glasses', 'tax_cents', 'tip_cents'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`order_id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute();
}
