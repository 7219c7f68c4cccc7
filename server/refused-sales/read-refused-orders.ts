import type { z } from 'zod';
import { newOrder } from '../../contract/orders.ts';
import type { Db } from '../../db/tables/tables.ts';
import { pricedItem } from '../../rules/orders/order-lines.ts';
import { ingredientIdsOf, itemsOf, type OrderItem } from '../orders/order-rows.ts';
import { findMenuDrinks, findStock } from '../orders/order-catalog.queries.ts';
import { validIds } from '../shared/ids.ts';
import type { RefusedSale } from './refused-sales.queries.ts';

export interface ReadItem {
  item: OrderItem;
  /** As on the menu now; null for what the unit does not have. */
  listed: { name: string; unitPriceCents: number } | null;
}

export interface ReadOrder {
  refused: RefusedSale;
  /** Null for an order that cannot be read. */
  order: { date: Date | undefined; items: ReadItem[] } | null;
}

/** Reads the bodies of refused sales of one venue, with the present prices of their drinks. */
export async function readRefusedOrders(
  db: Db,
  refused: readonly RefusedSale[],
): Promise<ReadOrder[]> {
  const parsed = refused.map((sale) => newOrder.safeParse(sale.body));
  const orders = parsed.map(({ data }) => data);
  const lists = new Map<string, Awaited<ReturnType<typeof readPrices>>>();
  for (const { venue_id, unit_id } of refused) {
    if (lists.has(unit_id)) continue;
    const own = orders.flatMap((order, index) =>
      order && refused[index]?.unit_id === unit_id ? [order] : [],
    );
    lists.set(unit_id, await readPrices(db, { venue_id, id: unit_id }, own));
  }
  return refused.map((sale, index) => {
    const order = orders[index];
    const list = lists.get(sale.unit_id);
    if (!order || !list) return { refused: sale, order: null };
    const items = itemsOf(order).map((item) => {
      const listed = pricedItem(item, { ...list, discountRate: 0 });
      return { item, listed: typeof listed === 'string' ? null : listed };
    });
    return { refused: sale, order: { date: order.date, items } };
  });
}

async function readPrices(
  db: Db,
  unit: { venue_id: string; id: string },
  orders: readonly z.output<typeof newOrder>[],
) {
  const items = orders.flatMap(itemsOf);
  const menu = await findMenuDrinks(db, unit, validIds(items.map(({ drinkId }) => drinkId)));
  return { menu, stock: await findStock(db, unit, ingredientIdsOf(items, menu.values())) };
}
