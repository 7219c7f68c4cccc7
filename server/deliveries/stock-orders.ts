/** Orders of stock at suppliers: how ingredients are bought, making orders and cancelling them. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import { csvTable } from '../../lib/csv-cell.ts';
import { deliveryMessages } from '../../rules/stock/deliveries.ts';
import {
  deliveryPlace,
  mostOrdersADay,
  orderFileName,
  orderMail,
  orderTable,
  stateOfOrder,
  stockOrderMessages,
} from '../../rules/stock/stock-orders.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockIngredient } from '../ingredients/ingredients.queries.ts';
import { requireIngredient } from '../loss/costs.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { findTimezone } from '../venues/nights.queries.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';
import { type Bought, readBought } from './read-order-list.ts';
import * as queries from './stock-orders.queries.ts';
import { requireSupplier } from './suppliers.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
const dayMs = 86_400_000;

/** Sets the par of an ingredient and how it is bought. Throws 404 without the ingredient or the supplier. Audited. */
export async function updateSupply(
  { db, now }: Deps,
  venue: VenueRow,
  id: string,
  { supplierId, par, bottleMl, caseSize }: EndpointBody<'updateSupply'>,
  by: AuditContext,
): Promise<queries.SupplyRow> {
  const ingredient = await requireIngredient(db, venue.id, id);
  const supplier =
    supplierId === null
      ? null
      : await requireSupplier(db, {
          ownerId: venue.owner_id,
          id: parseId(supplierId, 'supplier').toLowerCase(),
        });
  return db.transaction().execute(async (transaction) => {
    const { name } = await lockIngredient(transaction, venue.id, ingredient.id);
    const before = await queries.findSupply(transaction, venue.id, ingredient.id);
    const row = {
      venue_id: venue.id,
      ingredient_id: ingredient.id,
      supplier_id: supplier?.id ?? null,
      par,
      bottle_ml: bottleMl,
      case_size: caseSize,
    };
    await queries.storeSupply(transaction, row);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'supply.updated',
      target: `ingredient ${name} of venue ${venue.name}`,
      oldValue: audited(before),
      newValue: { supplier: supplier?.name ?? null, ...audited(row) },
    });
    return row;
  });
}

const audited = (row: Pick<queries.SupplyRow, 'par' | 'bottle_ml' | 'case_size'> | undefined) => ({
  par: row?.par ?? null,
  bottleMl: row?.bottle_ml ?? null,
  caseSize: row?.case_size ?? null,
});

/**
 * Makes an order, and returns its id; one whose key the venue has is not made again. Throws 404 without the supplier or
 * an ingredient, 400 for an ingredient that comes twice or a mail without an address, and 409 where too many orders were
 * made. Audited. Runs without a tenant: messages belong to none.
 */
export async function createStockOrder(
  { db, now }: Deps,
  venue: VenueRow,
  { key, supplierId, lines, mail }: EndpointBody<'createStockOrder'>,
  by: AuditContext,
): Promise<string> {
  const supplier = await requireSupplier(db, {
    ownerId: venue.owner_id,
    id: parseId(supplierId, 'supplier').toLowerCase(),
  });
  if (mail && supplier.email === '') throw fieldError({ mail: stockOrderMessages.noAddress });
  const ordered = orderedLines(lines, await readBought({ db, now }, venue));
  const timezone = await findTimezone(db, venue.id);
  return db.transaction().execute(async (transaction) => {
    const at = now();
    await lockVenue(transaction, venue.id);
    const before = await queries.findOrderByKey(transaction, venue.id, key);
    if (before !== undefined) return before;
    const first = await queries.findTimeOfNthLast(transaction, venue.id, mostOrdersADay);
    if (first && first.getTime() > at.getTime() - dayMs)
      throw new HttpError(409, stockOrderMessages.tooManyOrders);
    const id = newId(at);
    await queries.insertOrder(
      transaction,
      {
        venue_id: venue.id,
        id,
        key,
        supplier: supplier.name,
        mailed_to: mail ? supplier.email : null,
        ordered_at: at,
        ordered_by: by.actor.userId,
      },
      ordered.map(({ ingredientId, bottles, bottleMl, caseSize }) => ({
        venue_id: venue.id,
        order_id: id,
        ingredient_id: ingredientId,
        bottles,
        bottle_ml: bottleMl,
        case_size: caseSize,
      })),
    );
    if (mail) {
      const { person, email } = by.actor;
      const of = { venue, supplier: supplier.name, person, email, lines: ordered };
      const message = {
        notice_id: null,
        channel: 'mail' as const,
        recipient: supplier.email,
        ...orderMail(of),
        attachment_name: orderFileName(at.getTime(), timezone),
        attachment: csvTable(orderTable(ordered, deliveryPlace(venue))),
      };
      await queueMessages(transaction, [message], at);
    }
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'stock_order.created',
      target: targetOf(supplier.name, venue),
      newValue: {
        mailedTo: mail ? supplier.email : null,
        bottles: ordered.reduce((sum, { bottles }) => sum + bottles, 0),
      },
    });
    return id;
  });
}

const targetOf = (supplier: string, { name }: VenueRow): string =>
  `order at ${supplier} for venue ${name}`;

/** Lines in the order in which they were named, with how each is bought. */
function orderedLines(
  lines: EndpointBody<'createStockOrder'>['lines'],
  bought: readonly Bought[],
): (Bought & { bottles: number })[] {
  const known = new Map(bought.map((one) => [one.ingredientId, one]));
  const seen = new Set<string>();
  return lines.map(({ ingredientId, bottles }, nth) => {
    const one = known.get(parseId(ingredientId, 'ingredient').toLowerCase());
    if (!one) throw notFound('ingredient');
    if (seen.has(one.ingredientId))
      throw fieldError({ [`lines.${nth}.ingredientId`]: deliveryMessages.twice });
    seen.add(one.ingredientId);
    return { ...one, bottles };
  });
}

/** Cancels what has not come of an order. Throws 404 without it, and 409 where it is closed. Audited. */
export function cancelStockOrder(
  { db, now }: Deps,
  venue: VenueRow,
  id: string,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const order = await queries.lockOrder(transaction, venue.id, id);
    if (!order) throw notFound('order');
    requireOpen(order);
    const at = now();
    await queries.setOrderState(transaction, { ...order, cancelled_at: at });
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'stock_order.cancelled',
      target: targetOf(order.supplier, venue),
      oldValue: { at: order.ordered_at.toISOString() },
    });
  });
}

/** Throws 409 for an order that has come or is cancelled. */
export function requireOpen(order: queries.StockOrderRow): void {
  const state = stateOfOrder(order);
  if (state === 'received') throw new HttpError(409, stockOrderMessages.isReceived);
  if (state === 'cancelled') throw new HttpError(409, stockOrderMessages.isCancelled);
}
