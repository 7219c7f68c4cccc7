import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateOrder as updateEndpoint } from '../../contract/orders.ts';
import { toCents } from '../../lib/money.ts';
import type { AppDeps } from '../shared/deps.ts';
import { withFees } from './order-fees.ts';
import * as orders from './orders.queries.ts';
import { addedBy, takenBackBy } from '../rollups/sales-change.ts';
import { notFound } from '../shared/errors.ts';
import { addToRollups } from '../rollups/rollups.queries.ts';
import { lockUnit } from '../units/units.queries.ts';

/** Adds or corrects facts that do not affect the charge; updates the rollups in the same transaction. */
export function updateOrder(
  { db }: Pick<AppDeps, 'db'>,
  place: { id: string; venue_id: string; unit_id: string },
  facts: BodyOf<typeof updateEndpoint>,
): Promise<orders.SaleRow> {
  return db.transaction().execute(async (transaction) => {
    const { deleted_at } = await lockUnit(transaction, place.unit_id);
    if (deleted_at !== null) throw notFound('order');
    const before = await orders.getSale(transaction, place.venue_id, place.id);
    const after = corrected(before, facts);
    await orders.updateOrder(transaction, before.venue_id, before.id, {
      sold_at: after.sold_at,
      duration_ms: after.duration_ms,
      payment_reader_device_name: after.payment_reader_device_name,
      payment_id: after.payment_id,
      fee_cents: after.fee_cents,
    });
    if (facts.processingFee !== undefined) {
      const fees = after.drinks.map((drink) => drink.fee_cents ?? 0);
      await orders.updateDrinkFees(transaction, before.venue_id, before.id, fees);
    }
    const unit = { venueId: before.venue_id, unitId: before.unit_id };
    await addToRollups(transaction, unit, [takenBackBy(before), addedBy(after)]);
    return after;
  });
}

function corrected(sale: orders.SaleRow, facts: BodyOf<typeof updateEndpoint>): orders.SaleRow {
  const feeCents = facts.processingFee === undefined ? null : toCents(facts.processingFee);
  return {
    ...sale,
    sold_at: facts.date ?? sale.sold_at,
    duration_ms: facts.duration ?? sale.duration_ms,
    payment_reader_device_name: facts.paymentReaderDeviceName ?? sale.payment_reader_device_name,
    payment_id: facts.paymentId ?? sale.payment_id,
    ...(feeCents === null ? {} : { fee_cents: feeCents, drinks: withFees(sale.drinks, feeCents) }),
  };
}
