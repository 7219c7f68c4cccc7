import type { EndpointBody } from '../../contract/endpoints.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import {
  changedFacts,
  type OrderFacts,
  refusedCorrections,
} from '../../rules/orders/order-corrections.ts';
import type { Actor } from '../../rules/permissions.ts';
import { type AuditValue, insertAudit } from '../audit/audit.queries.ts';
import { updateCaseDates } from './pour-cases.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { queueRefunds } from './open-cases.ts';
import { paymentOf, withFees } from './order-rows.ts';
import * as orders from './orders.queries.ts';
import { saleDelta, reversalDelta } from '../rollups/sales-change.ts';
import { fieldError } from '../shared/errors.ts';
import { addToRollups } from '../rollups/rollups.queries.ts';
import { type LockedUnit, lockUnit, unitOf } from '../units/units.queries.ts';

/**
 * Adds or corrects facts that do not affect the charge; updates the rollups in the same transaction. Corrections by an
 * account are audited. Throws 409 for a change that is not accepted (see refusedCorrections); nothing is stored then.
 */
export function updateOrder(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  order: orders.OrderRef,
  body: EndpointBody<'updateOrder'>,
  by: { actor: Actor; address: string },
): Promise<orders.SaleRow> {
  return db.transaction().execute(async (transaction) => {
    // Sales outlive the unit: it is locked even when deleted.
    const unit = await lockUnit(transaction, unitOf(order));
    const before = await orders.getSale(transaction, order.venue_id, order.id);
    const stored = factsOf(before);
    const changes = changedFacts(stored, {
      ...body,
      processingFee: body.processingFee === undefined ? undefined : toCents(body.processingFee),
    });
    if (Object.keys(changes).length === 0) return before;
    const at = now();
    const refused = refusedCorrections(stored, changes, {
      by: by.actor.kind === 'unit' ? 'unit' : 'account',
      ageMs: at.getTime() - before.received_at.getTime(),
    });
    if (Object.keys(refused).length > 0) throw fieldError(refused, 409);

    const after = corrected(unit, before, changes);
    await orders.updateOrder(transaction, before.venue_id, before.id, {
      sold_at: after.sold_at,
      duration_ms: after.duration_ms,
      payment_reader_device_name: after.payment_reader_device_name,
      payment_id: after.payment_id,
      payment_provider: after.payment_provider,
      fee_cents: after.fee_cents,
    });
    if (changes.date !== undefined) await updateCaseDates(transaction, after);
    if (changes.paymentId !== undefined) await queueRefunds(transaction, after, at);
    if (changes.processingFee !== undefined) {
      const fees = after.drinks.map((drink) => drink.fee_cents ?? 0);
      await orders.updateDrinkFees(transaction, before.venue_id, before.id, fees);
    }
    const { id: orderId, sold_at: soldAt } = before;
    await insertChanges(transaction, unit, at, [{ kind: 'correction', orderId, soldAt }]);
    const seller = { venueId: before.venue_id, unitId: before.unit_id };
    await addToRollups(transaction, seller, [reversalDelta(before), saleDelta(after)]);
    if (by.actor.kind === 'account') {
      await insertAudit(transaction, { ...by, actor: by.actor }, at, {
        ownerId: order.owner_id,
        action: 'order.updated',
        target: `order ${before.id}`,
        oldValue: auditedFacts(stored, changes),
        newValue: auditedFacts({ ...stored, ...changes }, changes),
      });
    }
    return after;
  });
}

const factsOf = (sale: orders.SaleRow): OrderFacts => ({
  date: sale.sold_at,
  duration: sale.duration_ms,
  paymentReaderDeviceName: sale.payment_reader_device_name,
  processingFee: sale.fee_cents,
  paymentId: sale.payment_id,
  paymentProvider: sale.payment_provider,
});

function corrected(
  unit: LockedUnit,
  sale: orders.SaleRow,
  changes: Partial<OrderFacts>,
): orders.SaleRow {
  const facts = { ...factsOf(sale), ...changes };
  const { processingFee: feeCents } = facts;
  const isPaymentAdded = changes.paymentId !== undefined || changes.paymentProvider !== undefined;
  return {
    ...sale,
    sold_at: facts.date,
    duration_ms: facts.duration,
    payment_reader_device_name: facts.paymentReaderDeviceName,
    // Readers and credentials of a later time do not decide who took a payment that is stored.
    ...(isPaymentAdded ? paymentOf(unit, facts) : {}),
    fee_cents: feeCents,
    ...(feeCents === null || feeCents === sale.fee_cents
      ? {}
      : { drinks: withFees(sale.drinks, feeCents) }),
  };
}

/** The changed fields as the API writes them: ISO dates, dollars, ms. */
function auditedFacts(facts: OrderFacts, changes: Partial<OrderFacts>): AuditValue {
  const { processingFee } = facts;
  const values: AuditValue = {
    ...facts,
    date: facts.date.toISOString(),
    processingFee: processingFee === null ? null : toDollars(processingFee),
  };
  return Object.fromEntries(Object.keys(changes).map((field) => [field, values[field] ?? null]));
}
