import { newOrder } from '../../contract/orders.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { refusedSaleMessages } from '../../rules/orders/refused-sale-messages.ts';
import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { createOrder } from '../orders/create-order.ts';
import type { SaleRow } from '../orders/orders.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { unitTarget } from '../units/unit-access.ts';
import { type RefusedSale, settleOpen } from './refused-sales.queries.ts';

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
  by: ChangedBy,
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
  { sale, by, at }: { sale: SaleRow | null; by: ChangedBy; at: Date },
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
  await insertAudit(transaction, {
    at,
    actor: by.actor,
    ownerId: refused.owner_id,
    address: by.address,
    action: audited,
    target: unitTarget(refused),
    oldValue: { refused: refused.message },
    ...(sale && { newValue: { order: sale.id, price: toDollars(sale.price_cents) } }),
  });
}

async function takeSale(
  deps: Needs,
  { venue_id, unit_id, unit_number, owner_id, ...refused }: RefusedSale,
  { by, settle }: { by: ChangedBy; settle: (transaction: Tx, sale: SaleRow) => Promise<void> },
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
      asCharged: true,
      firstReceivedAt: refused.first_at,
      alongside: settle,
    });
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof SettledError) throw error;
    throw new HttpError(409, refusedSaleMessages.cannotBeTaken(error.message));
  }
}
