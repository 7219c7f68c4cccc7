/** Deliveries into storerooms: receiving and undoing them. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { toCents } from '../../lib/money.ts';
import { costMessages, mostCosts } from '../../rules/loss/costs.ts';
import { deliveredMl, deliveryMessages, levelWithout } from '../../rules/stock/deliveries.ts';
import { stockOrderMessages } from '../../rules/stock/stock-orders.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockIngredient } from '../ingredients/ingredients.queries.ts';
import { deleteCost, listIngredientCosts, storeCost } from '../loss/costs.queries.ts';
import { requireIngredient } from '../loss/costs.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import { type AuditContext, requirePermission } from '../shared/require.ts';
import { lockStores, setStoreLevel } from '../stock/store-stock.queries.ts';
import { listStores } from '../stock-counts/stock-counts.queries.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';
import * as queries from './deliveries.queries.ts';
import { lockOpenOrder, receiveOrder, takeBackOrder } from './received-orders.ts';
import { listOwnOrderLines } from './stock-orders.queries.ts';
import { requireSupplier } from './suppliers.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
type Delivery = EndpointBody<'createDelivery'>;

/**
 * Receives a delivery of a supplier or of an order, and returns its id; one whose key the venue has is not received
 * again. Each line is a movement `delivered` of the storeroom; one with a cost makes that the cost of the ingredient from
 * now on. Throws 403 for costs of those who may not enter them, and 409 for an order that is closed. Audited.
 */
export async function createDelivery(
  { db, now }: Deps,
  venue: VenueRow,
  { key, supplierId, orderId, storeId, lines }: Delivery,
  by: AuditContext,
): Promise<string> {
  if (lines.some(({ cost }) => cost !== undefined)) requirePermission(by.actor, 'costs.write');
  if ((supplierId === undefined) === (orderId === undefined))
    throw fieldError({ supplierId: stockOrderMessages.supplierOrOrder });
  const supplierNamed =
    supplierId === undefined
      ? null
      : await requireSupplier(db, {
          ownerId: venue.owner_id,
          id: parseId(supplierId, 'supplier').toLowerCase(),
        });
  const ofOrder = orderId === undefined ? null : parseId(orderId, 'order').toLowerCase();
  const known = await readLines(db, venue.id, lines, ofOrder);
  return db.transaction().execute(async (transaction) => {
    const at = now();
    await lockVenue(transaction, venue.id);
    const before = await queries.findByKey(transaction, venue.id, key);
    if (before !== undefined) return before;
    const order = ofOrder === null ? null : await lockOpenOrder(transaction, venue.id, ofOrder);
    const supplier = order?.supplier ?? supplierNamed?.name ?? '';
    const ids = { venue_id: venue.id, delivery_id: newId(at) };
    const costed = [];
    for (const line of known) {
      const cost =
        line.cents === null ? null : await addCost(transaction, venue.id, line, { supplier, at });
      costed.push({ ...ids, ...line, cost_from: cost });
    }
    await lockStores(transaction, venue.id);
    const stores = await listStores(transaction, venue.id);
    const store = stores.find(({ id }) => id === storeId.toLowerCase());
    if (!store) throw notFound('storeroom');
    await queries.insertDelivery(
      transaction,
      {
        venue_id: venue.id,
        id: ids.delivery_id,
        key,
        supplier,
        store_id: store.id,
        at,
        received_by: by.actor.userId,
        order_id: order?.id ?? null,
      },
      costed,
    );
    if (order) await receiveOrder(transaction, order, known, at);
    for (const { ingredient_id, bottles, bottle_ml } of known) {
      const ml = deliveredMl(bottles, bottle_ml);
      await setStoreLevel(
        transaction,
        { ...movementOf(venue.id, by), storeId: store.id, ingredientId: ingredient_id, at },
        (level) => level + ml,
      );
    }
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'delivery.received',
      target: targetOf(supplier, venue),
      newValue: { storeroom: store.name, bottles: bottlesOf(known) },
    });
    return ids.delivery_id;
  });
}

const movementOf = (venueId: string, { actor }: AuditContext) => ({
  venueId,
  kind: 'delivered' as const,
  actorId: actor.userId,
  key: null,
});

/** Delivery in the audit log. */
export const targetOf = (supplier: string, { name }: VenueRow): string =>
  `delivery of ${supplier} to venue ${name}`;

const bottlesOf = (lines: readonly { bottles: number }[]): number =>
  lines.reduce((sum, { bottles }) => sum + bottles, 0);

interface Line {
  ingredient_id: string;
  bottles: number;
  bottle_ml: number;
  cents: number | null;
}

/** Lines in the order of their ingredients. Throws 404 for one that the venue does not have, and 400 for one that comes twice. */
async function readLines(
  db: AppDeps['db'],
  venueId: string,
  lines: Delivery['lines'],
  orderId: string | null,
): Promise<Line[]> {
  const found = new Map<string, Line>();
  const ordered = orderId === null ? [] : await listOwnOrderLines(db, venueId, orderId);
  const orderedMl = new Map(ordered.map((line) => [line.ingredient_id, line.bottle_ml]));
  for (const [nth, { ingredientId, bottles, bottleMl, cost }] of lines.entries()) {
    const { id, size_ml } = await requireIngredient(db, venueId, ingredientId);
    if (found.has(id)) throw fieldError({ [`lines.${nth}.ingredientId`]: deliveryMessages.twice });
    found.set(id, {
      ingredient_id: id,
      bottles,
      bottle_ml: bottleMl ?? orderedMl.get(id) ?? size_ml,
      cents: cost === undefined ? null : toCents(cost),
    });
  }
  return [...found.values()].sort((one, other) =>
    one.ingredient_id < other.ingredient_id ? -1 : 1,
  );
}

/** Adds the cost of a line, and returns the time from which it holds: its own among those of the ingredient. */
async function addCost(
  transaction: Tx,
  venueId: string,
  { ingredient_id, cents, bottle_ml }: Line,
  { supplier, at }: { supplier: string; at: Date },
): Promise<Date> {
  await lockIngredient(transaction, venueId, ingredient_id);
  const costs = await listIngredientCosts(transaction, venueId, ingredient_id);
  if (costs.length >= mostCosts) throw new HttpError(409, costMessages.tooMany);
  const taken = new Set(costs.map(({ from_at }) => from_at.getTime()));
  let fromMs = at.getTime();
  while (taken.has(fromMs)) fromMs += 1;
  const holding = costs.find(({ from_at }) => from_at.getTime() < fromMs) ?? costs.at(-1);
  const from = new Date(fromMs);
  await storeCost(transaction, {
    venue_id: venueId,
    ingredient_id,
    from_at: from,
    cents: cents ?? 0,
    per_ml: bottle_ml,
    case_size: holding?.case_size ?? null,
    supplier,
  });
  return from;
}

/**
 * Undoes a delivery: the opposite movement for each line, and its cost is withdrawn unless it was corrected since. What
 * it brought of an order has not come then. An ingredient that was counted in the storeroom since has the level that was counted. Throws 404 without it, and 409 where
 * it is undone already. Audited.
 */
export async function undoDelivery(
  { db, now }: Deps,
  venue: VenueRow,
  id: string,
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const delivery = await queries.lockDelivery(transaction, venue.id, id);
    if (!delivery) throw notFound('delivery');
    if (delivery.undone_at !== null) throw new HttpError(409, deliveryMessages.isUndone);
    const at = now();
    const lines = await queries.listOwnLines(transaction, delivery);
    if (delivery.order_id !== null)
      await takeBackOrder(transaction, venue.id, delivery.order_id, lines);
    for (const line of lines) await withdrawCost(transaction, line);
    await lockStores(transaction, venue.id);
    const stores = await listStores(transaction, venue.id);
    const { store_id: storeId } = delivery;
    const counted = await queries.listCountedSince(transaction, venue.id, storeId, delivery.at);
    // A storeroom that was removed was empty.
    for (const line of stores.some((store) => store.id === storeId) ? lines : []) {
      const { ingredient_id, bottles, bottle_ml } = line;
      await setStoreLevel(
        transaction,
        { ...movementOf(venue.id, by), storeId, ingredientId: ingredient_id, at },
        (level) => levelWithout(level, deliveredMl(bottles, bottle_ml), counted.has(ingredient_id)),
      );
    }
    await queries.setUndone(transaction, delivery, at);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'delivery.undone',
      target: targetOf(delivery.supplier, venue),
      oldValue: { at: delivery.at.toISOString(), bottles: bottlesOf(lines) },
    });
  });
}

async function withdrawCost(
  transaction: Tx,
  { venue_id, ingredient_id, cents, bottle_ml, cost_from }: queries.DeliveryLineRow,
): Promise<void> {
  if (cost_from === null) return;
  await lockIngredient(transaction, venue_id, ingredient_id);
  const costs = await listIngredientCosts(transaction, venue_id, ingredient_id);
  const own = costs.find(({ from_at }) => from_at.getTime() === cost_from.getTime());
  if (own?.cents === cents && own?.per_ml === bottle_ml) await deleteCost(transaction, own);
}
