/** Orders as their deliveries are received and undone. */
import type { Tx } from '../../db/tables/tables.ts';
import { outstandingOf } from '../../rules/stock/stock-orders.ts';
import { notFound } from '../shared/errors.ts';
import { requireOpen } from './stock-orders.ts';
import * as queries from './stock-orders.queries.ts';

interface DeliveredLine {
  ingredient_id: string;
  bottles: number;
}

/** Locks an order that is to be received. Throws 404 without it, and 409 where it is closed. */
export async function lockOpenOrder(
  transaction: Tx,
  venueId: string,
  id: string,
): Promise<queries.StockOrderRow> {
  const order = await queries.lockOrder(transaction, venueId, id);
  if (!order) throw notFound('order');
  requireOpen(order);
  return order;
}

/** Adds what was delivered of an order to what has come; the order is received once all has. */
export async function receiveOrder(
  transaction: Tx,
  order: queries.StockOrderRow,
  delivered: readonly DeliveredLine[],
  at: Date,
): Promise<void> {
  const isComplete = await addReceived(transaction, order, delivered, 1);
  if (isComplete) await queries.setOrderState(transaction, { ...order, received_at: at });
}

/** Takes an undone delivery off what has come of its order; one that is not cancelled is open again. */
export async function takeBackOrder(
  transaction: Tx,
  venueId: string,
  id: string,
  delivered: readonly DeliveredLine[],
): Promise<void> {
  const order = await queries.lockOrder(transaction, venueId, id);
  if (!order) return;
  const isComplete = await addReceived(transaction, order, delivered, -1);
  if (!isComplete) await queries.setOrderState(transaction, { ...order, received_at: null });
}

/** Returns true where all has come. Ingredients that were not ordered change nothing. */
async function addReceived(
  transaction: Tx,
  { venue_id, id }: queries.StockOrderRow,
  delivered: readonly DeliveredLine[],
  sign: 1 | -1,
): Promise<boolean> {
  const bottlesOf = new Map(
    delivered.map(({ ingredient_id, bottles }) => [ingredient_id, bottles]),
  );
  let isComplete = true;
  for (const line of await queries.listOwnOrderLines(transaction, venue_id, id)) {
    const bottles = bottlesOf.get(line.ingredient_id) ?? 0;
    const received = Math.max(0, line.received + sign * bottles);
    if (bottles > 0) await queries.setReceived(transaction, line, received);
    if (outstandingOf({ ...line, received }) > 0) isComplete = false;
  }
  return isComplete;
}
