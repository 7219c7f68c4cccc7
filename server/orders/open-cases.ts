import type { Insertable } from 'kysely';
import type { PoursTable } from '../../db/tables/orders.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { canRefundAutomatically, causeOf, owedCents } from '../../rules/cases/cases.ts';
import { queueAlertCheck, queueJobs } from '../jobs/queue-jobs.ts';
import type { OrderedDrinkRow, SaleRow } from './orders.queries.ts';
import {
  type CaseRow,
  findGroup,
  findRefundPolicy,
  insertCase,
  listCasesOf,
} from './pour-cases.queries.ts';

type RefundedCase = Pick<CaseRow, 'venue_id' | 'id' | 'failed_glasses' | 'owed_cents'>;

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
    await queueRefund(db, sale, drink, opened, sale.received_at);
  }
}

/** Queues the refunds of the open cases of a sale whose payment was added at this time, as for one that came with it. */
export async function queueRefunds(db: Tx, sale: SaleRow, paidAt: Date): Promise<void> {
  const cases = await listCasesOf(db, sale);
  for (const row of cases.filter(({ state }) => state === 'open')) {
    const drink = sale.drinks.find(({ drink_index }) => drink_index === row.drink_index);
    if (drink) await queueRefund(db, sale, drink, row, paidAt);
  }
}

/** Queues the refund that the policy of the venue asks for, if it does; the job reads the policy again. */
async function queueRefund(
  db: Tx,
  sale: SaleRow,
  drink: OrderedDrinkRow,
  { venue_id: venueId, id: caseId, failed_glasses: failed, owed_cents: owedCents }: RefundedCase,
  paidAt: Date,
): Promise<void> {
  const refunded = {
    failed,
    quantity: drink.quantity,
    owedCents,
    hasPayment: sale.payment_id !== null,
    lateMs: paidAt.getTime() - sale.sold_at.getTime(),
  };
  // Without a query for most sales: a drink that no policy refunds.
  if (!canRefundAutomatically(refunded, 'any_failure')) return;
  const policy = await findRefundPolicy(db, venueId);
  if (policy === null || !canRefundAutomatically(refunded, policy.policy)) return;
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
