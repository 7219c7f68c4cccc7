/** Sales that were refused: storage, settlement and reading. */
import { hash } from 'node:crypto';
import stableStringify from 'safe-stable-stringify';
import type { z } from 'zod';
import { newOrder } from '../../contract/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { storableJson } from '../../lib/plain-text.ts';
import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import { pricedItem } from '../../rules/orders/order-lines.ts';
import { refusedSaleMessages } from '../../rules/orders/refused-sale-messages.ts';
import type { UnitActor } from '../../rules/permissions.ts';
import { plansAt } from '../../rules/prices/effective-price.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { countAlertChange, insertChanges } from '../changes/changes.queries.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';
import { createOrder } from '../orders/create-order.ts';
import { findMenuDrinks, findStock } from '../orders/order-catalog.queries.ts';
import { ingredientIdsOf, itemsOf, type OrderItem } from '../orders/order-rows.ts';
import type { SaleRow } from '../orders/orders.queries.ts';
import {
  deleteRefusedSale,
  findMostExpendable,
  findSettled,
  insertRefusedSale,
  type RefusedSale,
  settleOpen,
  updateHash,
} from './refused-sales.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { newId, validIds } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { unitTarget } from '../units/unit-access.ts';
import { lockUnit } from '../units/units.queries.ts';
import { readRulesSince } from '../venues/price-rules.ts';

const mostBytes = 16 * 1024;
const mostOfUnit = 1000;

/**
 * Stores a sale that was refused, once per idempotency key and body, with its last refusal. A body without a key that
 * is sent again after its sale was settled is another sale. A unit has at most 1,000: settled ones are deleted first,
 * then the oldest. Bodies of more than 16 kB are stored without their content.
 */
export async function recordRefusedSale(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venueId, unitId }: UnitActor,
  sent: { body: object; key: string | null },
  error: HttpError,
): Promise<void> {
  const at = now();
  const text = stableStringify(sent.body) ?? '';
  const [field = ''] = Object.keys(error.fields ?? {});
  const unit = { venue_id: venueId, unit_id: unitId };
  const body_hash = hashOf(sent.key, text);
  await db.transaction().execute(async (transaction) => {
    if (!hasKey(sent)) {
      const settled = await findSettled(transaction, { ...unit, body_hash });
      if (settled) {
        // Before the refused sale, as where an order settles one.
        await lockUnit(transaction, { venue_id: venueId, id: unitId });
        await updateHash(transaction, settled, hashOfSettled(settled.id));
      }
    }
    const { times } = await insertRefusedSale(transaction, {
      ...unit,
      id: newId(at),
      first_at: at,
      last_at: at,
      status: error.status,
      field,
      message: error.message,
      idempotency_key: sent.key,
      body: Buffer.byteLength(text) > mostBytes ? null : JSON.stringify(storableJson(sent.body)),
      body_hash,
    });
    if (times > 1) return;
    await insertChanges(transaction, { venue_id: venueId, id: unitId }, at, [{ kind: 'refused' }]);
    await queueAlertCheck(transaction, venueId, at);
  });
  const expendable = await findMostExpendable(db, unit);
  if (expendable && expendable.count > mostOfUnit)
    await deleteRefusedSale(db, venueId, expendable.id);
}

/** Of the body alone without a key. Encoded JSON has no line breaks, so no key and body are equal to another body. */
const hashOf = (key: string | null, text: string): Buffer =>
  hash('sha256', key === null ? text : `${key}\n${text}`, 'buffer');

/** Equal to the hash of no body: a settled sale that keeps its row, while its body may be that of another one. */
const hashOfSettled = (id: string): Buffer => hash('sha256', `settled ${id}`, 'buffer');

/** True for an order that names itself, by the header or its id: sent again, it is the same sale. */
const hasKey = ({ key, body }: { key: string | null; body: object }): boolean =>
  key !== null || ('id' in body && typeof body.id === 'string' && body.id !== '');

type Needs = Pick<AppDeps, 'db' | 'now' | 'flags'>;

/** Status of an order whose idempotency key is that of another one. */
const keyUsed = 422;

/** Somebody else has settled the refused sale. */
class SettledError extends HttpError {
  override name = 'SettledError';
}

/**
 * Takes a refused sale into the books at the prices that were charged, as a sale of its unit, or dismisses it. A sale
 * without a possible date has that of its first receipt. A unit that sends a taken sale again, with the same
 * idempotency key, gets that sale, unless the key is that of another order. Throws 409 for a sale that is settled, and
 * for one that cannot be taken, with the reason.
 */
export async function settleRefusedSale(
  deps: Needs,
  refused: RefusedSale,
  action: 'take' | 'dismiss',
  by: AuditContext,
): Promise<void> {
  if (refused.state !== 'open') throw new SettledError(409, refusedSaleMessages[refused.state]);
  const settle = (transaction: Tx, sale: SaleRow | null) =>
    settleIn(transaction, refused, { sale, by, at: deps.now() });
  if (action === 'take') await takeSale(deps, refused, { by, settle });
  else await deps.db.transaction().execute((transaction) => settle(transaction, null));
}

async function settleIn(
  transaction: Tx,
  refused: RefusedSale,
  { sale, by, at }: { sale: SaleRow | null; by: AuditContext; at: Date },
): Promise<void> {
  const before = await settleOpen(transaction, refused, {
    state: sale ? 'taken' : 'dismissed',
    order_id: sale?.id ?? null,
    settled_by: by.actor.userId,
    settled_at: at,
  });
  if (before === null) throw new SettledError(404, notFound('refused sale').message);
  if (before !== 'open') throw new SettledError(409, refusedSaleMessages[before]);
  const audited: AuditAction = sale ? 'refused_sale.taken' : 'refused_sale.dismissed';
  await insertAudit(transaction, by, at, {
    ownerId: refused.owner_id,
    action: audited,
    target: unitTarget(refused),
    oldValue: { refused: refused.message },
    ...(sale && { newValue: { order: sale.id, price: toDollars(sale.price_cents) } }),
  });
  // So that the streams of the venue show it, and its alert ends.
  await countAlertChange(transaction, refused.venue_id, at);
  await queueAlertCheck(transaction, refused.venue_id, at);
}

async function takeSale(
  deps: Needs,
  { venue_id, unit_id, unit_number, owner_id, ...refused }: RefusedSale,
  { by, settle }: { by: AuditContext; settle: (transaction: Tx, sale: SaleRow) => Promise<void> },
): Promise<void> {
  const order = newOrder.safeParse(refused.body);
  if (!order.success) throw new HttpError(409, refusedSaleMessages.unreadable);
  const sentKey = refused.idempotency_key ?? order.data.id ?? null;
  const unit = { id: unit_id, venue_id, unit_number, owner_id };
  const actor = {
    kind: 'unit' as const,
    unitId: unit_id,
    unitNumber: unit_number,
    venueId: venue_id,
    ownerId: owner_id,
  };
  try {
    await createOrder(deps, {
      unit,
      order: order.data,
      // A sale without a key, or with one that another order has, gets its own, so that it is stored once.
      key: (refused.status === keyUsed ? null : sentKey) ?? `refused ${refused.id}`,
      body: refused.body,
      by: { actor, address: by.address },
      acceptChargedPrices: true,
      firstReceivedAt: refused.first_at,
      inSameTransaction: settle,
    });
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof SettledError) throw error;
    throw new HttpError(409, refusedSaleMessages.cannotBeTaken(error.message));
  }
}

export interface ReadItem {
  item: OrderItem;
  /** As on the menu now, under the price plans of the time of the sale; null for what the unit does not have. */
  listed: { name: string; unitPriceCents: number } | null;
}

export interface ReadOrder {
  refused: RefusedSale;
  /** Null for an order that cannot be read. */
  order: { date: Date | undefined; items: ReadItem[] } | null;
}

/** Cents charged for all drinks, before tax and tips; null if the unit did not send every price. */
export function chargedCents(items: readonly ReadItem[]): number | null {
  let cents = 0;
  for (const { item } of items) {
    if (item.price === undefined) return null;
    cents += toCents(item.price) * item.quantity;
  }
  return cents;
}

/**
 * Reads the bodies of refused sales of one venue, with the prices of their drinks: those of the present menu, under the
 * price plans of the time of each sale.
 */
export async function readRefusedOrders(
  db: Db,
  refused: readonly RefusedSale[],
): Promise<ReadOrder[]> {
  const parsed = refused.map((sale) => newOrder.safeParse(sale.body));
  const orders = parsed.map(({ data }) => data);
  const lists = new Map<string, Awaited<ReturnType<typeof readPrices>>>();
  for (const { venue_id, unit_id } of refused) {
    if (lists.has(unit_id)) continue;
    const ofUnit = refused.filter((sale) => sale.unit_id === unit_id);
    const own = orders.flatMap((order, index) =>
      order && refused[index]?.unit_id === unit_id ? [order] : [],
    );
    const times = [
      ...ofUnit.map((sale) => sale.first_at),
      ...own.flatMap(({ date }) => date ?? []),
    ];
    lists.set(unit_id, await readPrices(db, { venue_id, id: unit_id }, own, times));
  }
  return refused.map((sale, index) => {
    const order = orders[index];
    const list = lists.get(sale.unit_id);
    if (!order || !list) return { refused: sale, order: null };
    const soldAt = order.date ?? sale.first_at;
    const plans = plansAt(list.rules, { unitId: sale.unit_id, ms: soldAt.getTime() });
    const items = itemsOf(order).map((item) => {
      const listed = pricedItem(item, { ...list, plans, discountRate: 0 });
      return { item, listed: typeof listed === 'string' ? null : listed };
    });
    return { refused: sale, order: { date: order.date, items } };
  });
}

async function readPrices(
  db: Db,
  unit: { venue_id: string; id: string },
  orders: readonly z.output<typeof newOrder>[],
  times: readonly Date[],
) {
  const first = new Date(Math.min(...times.map((time) => time.getTime())));
  const rules = await readRulesSince(db, unit.venue_id, first);
  const items = orders.flatMap(itemsOf);
  const menu = await findMenuDrinks(db, unit, validIds(items.map(({ drinkId }) => drinkId)));
  return { rules, menu, stock: await findStock(db, unit, ingredientIdsOf(items, menu.values())) };
}
