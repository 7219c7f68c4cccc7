import type { Insertable } from 'kysely';
import type { PoursTable } from '../../db/tables/orders.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { causeOf } from '../../rules/cases/cause.ts';
import { canRefundAutomatically } from '../../rules/cases/refund-policy.ts';
import { owedCents } from '../../rules/cases/owed.ts';
import { queueAlertCheck } from '../jobs/queue-alert-check.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import type { OrderedDrinkRow, SaleRow } from './orders.queries.ts';
import { findGroup, findRefundPolicy, insertCase } from './pour-cases.queries.ts';

/** Opens a case for each drink of a unit's sale that was not wholly poured. The caller holds the unit's lock. */
export async function openCases(
  db: Tx,
  sale: SaleRow,
  pours: readonly Insertable<PoursTable>[],
): Promise<void> {
  if (sale.entered_by !== 'unit') return;
  const failed = sale.drinks.filter(isFailed);
  if (failed.length > 0) await queueAlertCheck(db, sale.venue_id, sale.received_at);
  for (const drink of failed) {
    const ofDrink = pours.filter(({ drink_index }) => drink_index === drink.drink_index);
    const { cause, pour } = causeOf(ofDrink);
    const { id, venue_id, order_id, drink_index } = drink;
    const opened = {
      venue_id,
      // That of the drink: one case each, in the order of the receipt.
      id,
      order_id,
      drink_index,
      unit_id: sale.unit_id,
      sold_at: sale.sold_at,
      opened_at: sale.received_at,
      failed_glasses: drink.quantity - drink.success_quantity,
      owed_cents: owedOf(drink, sale),
      cause,
      position: pour?.position ?? null,
      ingredient_id: pour?.ingredient_id ?? null,
    };
    await insertCase(db, { ...opened, group_id: (await findGroup(db, opened)) ?? id });
    const refunded = {
      failed: opened.failed_glasses,
      quantity: drink.quantity,
      owedCents: opened.owed_cents,
      hasPayment: sale.payment_id !== null,
      lateMs: sale.received_at.getTime() - sale.sold_at.getTime(),
    };
    if (canRefundAutomatically(refunded)) await queueRefund(db, opened);
  }
}

/** Queues the refund that the policy of the venue asks for; the job reads the policy again. */
async function queueRefund(
  db: Tx,
  { venue_id: venueId, id: caseId }: { venue_id: string; id: string },
): Promise<void> {
  const policy = await findRefundPolicy(db, venueId);
  if (policy === null || policy.policy === 'off') return;
  const afterMs = policy.delay_minutes * 60_000;
  const payload = { venueId, caseId };
  await queueJobs(db, [{ kind: 'refund case', key: `refund case ${caseId}`, payload, afterMs }]);
}

const isFailed = (drink: OrderedDrinkRow): boolean => drink.success_quantity < drink.quantity;

/** Cents owed for the failed glasses of a drink, with its tip as it is now. */
export const owedOf = (drink: OrderedDrinkRow, { drinks }: SaleRow): number =>
  owedCents(
    {
      priceCents: drink.price_cents,
      quantity: drink.quantity,
      failed: drink.quantity - drink.success_quantity,
      taxCents: drink.tax_cents,
      tipCents: drink.tip_cents,
    },
    { isNothingPoured: drinks.every(({ success_quantity }) => success_quantity === 0) },
  );
