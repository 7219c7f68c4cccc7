import type { Tx } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import type { AuditAction } from '../../rules/audit/audit-actions.ts';
import { caseAfter, type CaseState } from '../../rules/cases/cases.ts';
import { paymentWithoutToken } from '../../rules/orders/payment-provider.ts';
import { type Glasses, type RefundableLine, tipsAfterFailure } from '../../rules/refunds/refund.ts';
import type { RefundOutcome } from '../adapters/payments/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { owedOf } from '../orders/open-cases.ts';
import { withFees } from '../orders/order-rows.ts';
import * as orders from '../orders/orders.queries.ts';
import { getSale, type SaleRow } from '../orders/orders.queries.ts';
import { type CaseRow, listCasesOf, updateCase } from '../orders/pour-cases.queries.ts';
import * as refunds from './refunds.queries.ts';
import { listLiveRefunds, type LiveRefund } from './refunds.queries.ts';
import { addToRollups } from '../rollups/rollups.queries.ts';
import { saleDelta, reversalDelta } from '../rollups/sales-change.ts';
import type { AppDeps } from '../shared/deps.ts';
import { refundedCents, refundedPart } from '../shared/refunded-part.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';

/**
 * Stores the outcome of a refund; updates the rollups in the same transaction. Idempotent and independent of order:
 * requested becomes refunded or failed, refunded may still become failed, failed is final.
 * @returns the refund as it is stored now
 */
export function settleRefund(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: refunds.RefundRow,
  reported: RefundOutcome,
): Promise<refunds.RefundRow> {
  return db.transaction().execute(async (transaction) => {
    const placed = await refunds.findRefund(transaction, venue_id, { id });
    if (!placed) throw new Error('A requested refund does not exist');
    await lockUnit(transaction, unitOf(placed));
    const refund = await refunds.lockRefund(transaction, placed);
    if (reported.reference !== null && refund.provider_reference === null) {
      await refunds.updateRefund(transaction, refund, { provider_reference: reported.reference });
    }
    if (reported.state === 'refunded' && refund.state === 'requested') {
      await giveBack(transaction, refund, { feeCents: reported.feeCents, at: now() });
    }
    if (reported.state === 'declined' && refund.state !== 'failed') {
      await giveUp(transaction, refund, { reason: reported.reason, at: now() });
    }
    return refunds.lockRefund(transaction, refund);
  });
}

/** Records refunds without a provider, in the transaction in which they were requested. */
export async function recordRefunded(
  db: Tx,
  requested: readonly refunds.RefundRow[],
  at: Date,
): Promise<void> {
  for (const refund of requested) await giveBack(db, refund, { feeCents: null, at });
}

/** The refunded drink, as the change log names it. */
export const drinkOf = (refund: refunds.RefundRow) => ({
  orderId: refund.order_id,
  drinkIndex: refund.drink_index,
});

async function giveBack(
  db: Tx,
  refund: refunds.RefundRow,
  { feeCents, at }: { feeCents: number | null; at: Date },
): Promise<void> {
  const before = await orders.getSale(db, refund.venue_id, refund.order_id);
  await refunds.updateRefund(db, refund, {
    state: 'refunded',
    settled_at: at,
    error: null,
    returned_glasses: refund.glasses,
  });
  await refunds.updateRefunded(db, refund, refundedAfter(before, refund, { sign: 1, at }));
  if (before.fee_cents === null && feeCents !== null) await storeFee(db, before, feeCents);
  await recount(db, before);
  await syncCases(db, before, { by: refund.requested_by, at });
  await insertChanges(db, unitOf(before), at, [{ kind: 'refund_settled', ...drinkOf(refund) }]);
  const action = refund.provider === 'cash' ? 'drink.refunded_in_cash' : 'drink.refunded';
  await audit(db, refund, before, { action, at });
}

async function giveUp(
  db: Tx,
  refund: refunds.RefundRow,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const before = await orders.getSale(db, refund.venue_id, refund.order_id);
  await refunds.updateRefund(db, refund, {
    state: 'failed',
    settled_at: at,
    error: reason,
    returned_glasses: refund.glasses === null ? null : 0,
  });
  if (refund.state === 'refunded')
    await refunds.updateRefunded(db, refund, refundedAfter(before, refund, { sign: -1, at }));
  const live = await refunds.listLiveRefunds(db, refund.venue_id, refund.order_id);
  await keepFirst(db, refund, live);
  const now = await orders.getSale(db, refund.venue_id, refund.order_id);
  await refunds.updateTips(db, before, tipsAfterFailure(refundableLines(now, live)));
  await recount(db, before);
  await syncCases(db, before, { by: null, at });
  const kind = refund.state === 'refunded' ? 'refund_returned' : 'refund_failed';
  await insertChanges(db, unitOf(before), at, [{ kind, ...drinkOf(refund) }]);
  const action = refund.state === 'refunded' ? 'refund.reversed' : 'refund.declined';
  await audit(db, refund, before, { action, at, reason });
}

/** What is refunded of the line of a refund after it has returned its glasses (1), or they were not returned (-1). */
function refundedAfter(
  { drinks }: orders.SaleRow,
  { drink_index, glasses, tax_cents, tip_cents }: refunds.RefundRow,
  { sign, at }: { sign: 1 | -1; at: Date },
) {
  if (glasses === null) return { refunded_at: sign === 1 ? at : null };
  const drink = drinks.find((one) => one.drink_index === drink_index);
  if (!drink) throw new Error('A refund has a drink');
  const refunded_quantity = drink.refunded_quantity + sign * glasses;
  return {
    refunded_at: refunded_quantity === drink.quantity ? at : null,
    refunded_quantity,
    refunded_tax_cents: drink.refunded_tax_cents + sign * (tax_cents ?? 0),
    refunded_tip_cents: drink.refunded_tip_cents + sign * (tip_cents ?? 0),
  };
}

/** Gives the first number of the line to another of its refunds, so that none of the whole line fits beside it. */
async function keepFirst(
  db: Tx,
  { drink_index, nth }: refunds.RefundRow,
  live: Awaited<ReturnType<typeof refunds.listLiveRefunds>>,
): Promise<void> {
  const other = live.find((one) => one.drink_index === drink_index);
  if (nth === 0 && other) await refunds.updateRefund(db, other, { nth: 0 });
}

/** Stores the fee of the payment, which the provider reports only with the refund. */
async function storeFee(db: Tx, sale: orders.SaleRow, feeCents: number): Promise<void> {
  await orders.updateOrder(db, sale.venue_id, sale.id, { ...factsOf(sale), fee_cents: feeCents });
  const fees = withFees(sale.drinks, feeCents).map((drink) => drink.fee_cents ?? 0);
  await orders.updateDrinkFees(db, sale.venue_id, sale.id, fees);
}

const factsOf = (sale: orders.SaleRow) => ({
  sold_at: sale.sold_at,
  duration_ms: sale.duration_ms,
  payment_reader_device_name: sale.payment_reader_device_name,
  payment_id: sale.payment_id,
  payment_provider: sale.payment_provider,
});

async function recount(db: Tx, before: orders.SaleRow): Promise<void> {
  const { venue_id: venueId, unit_id: unitId } = before;
  const after = await orders.getSale(db, venueId, before.id);
  await addToRollups(db, { venueId, unitId }, [reversalDelta(before), saleDelta(after)]);
}

async function audit(
  db: Tx,
  refund: refunds.RefundRow,
  sale: orders.SaleRow,
  { action, at, reason }: { action: AuditAction; at: Date; reason?: string },
): Promise<void> {
  const { ownerId, requester } = await refunds.findPeople(db, refund);
  const byProvider = action === 'refund.reversed';
  const by = byProvider
    ? { actor: null, address: '' }
    : { actor: requester, address: refund.requested_from };
  await insertAudit(db, by, at, {
    ownerId,
    action,
    target: `${sale.drinks[refund.drink_index]?.name ?? 'drink'} of order ${sale.id}`,
    newValue: {
      amount: toDollars(refund.amount_cents),
      ...(refund.glasses === null ? {} : { glasses: refund.glasses }),
      provider: refund.provider,
      ...(refund.payment_id === null ? {} : { payment: paymentWithoutToken(refund.payment_id) }),
      ...(reason === undefined ? {} : { reason }),
    },
  });
}

/**
 * Brings the cases of an order up to date with its refunds, in the transaction that changes these: their states, and
 * what is owed, since the tip moves between the drinks. The caller holds the unit's lock.
 * @param by account that requested the refund; null where it is not known
 */
export async function syncCases(
  db: Tx,
  order: { venue_id: string; id: string },
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  const cases = await listCasesOf(db, order);
  if (cases.length === 0) return;
  const sale = await getSale(db, order.venue_id, order.id);
  const live = await listLiveRefunds(db, order.venue_id, order.id);
  for (const row of cases) {
    const drink = sale.drinks.find(({ drink_index }) => drink_index === row.drink_index);
    if (!drink) continue;
    const isRefunded = refundedPart(drink).glasses >= row.failed_glasses;
    const isRequested = live.some(
      ({ drink_index, state }) => drink_index === row.drink_index && state === 'requested',
    );
    const after = caseAfter(
      stateOf(row),
      isRefunded ? 'refunded' : isRequested ? 'requested' : 'paid',
    );
    const isSame = after.state === row.state && after.resolution === row.resolution;
    await updateCase(db, row, {
      owed_cents: owedOf(drink, sale),
      refunded_cents: refundedCents(drink),
      ...(!isSame && {
        ...after,
        settled_by: after.state === 'open' ? null : by,
        settled_at: after.state === 'resolved' ? at : null,
      }),
    });
  }
}

/** Throws for a row that its constraints exclude. */
export function stateOf({ state, resolution }: CaseRow): CaseState {
  if (state !== 'resolved') return { state, resolution: null };
  if (resolution === null) throw new Error('A resolved case has a resolution');
  return { state, resolution };
}

type Drink = SaleRow['drinks'][number];

/** Maps the drinks of a sale to the input of the refund rule. */
export const refundableLines = (
  { drinks }: Pick<SaleRow, 'drinks'>,
  live: readonly LiveRefund[],
): RefundableLine[] =>
  drinks.map((drink) => {
    const own = live.filter(({ drink_index }) => drink_index === drink.drink_index);
    const taken = takenBy(own, drink);
    return {
      priceCents: drink.price_cents * drink.quantity,
      taxCents: drink.tax_cents,
      tipCents: drink.tip_cents,
      quantity: drink.quantity,
      state: lineState(drink, taken),
      taken,
    };
  });

/** Glasses of a line that were not poured, less those that are refunded or whose refund is in progress. */
export const failedGlasses = (
  { quantity, success_quantity }: Drink,
  { taken, state }: RefundableLine,
): number => (state === 'paid' ? quantity - success_quantity - (taken?.glasses ?? 0) : 0);

function lineState(
  { refunded_at, quantity }: Drink,
  { glasses }: Glasses,
): RefundableLine['state'] {
  if (refunded_at !== null) return 'refunded';
  return glasses < quantity ? 'paid' : 'requested';
}

const takenBy = (own: readonly LiveRefund[], drink: Drink): Glasses =>
  own.reduce(
    (sum, refund) => ({
      glasses: sum.glasses + (refund.glasses ?? drink.quantity),
      taxCents: sum.taxCents + (refund.tax_cents ?? drink.tax_cents),
      tipCents: sum.tipCents + (refund.tip_cents ?? drink.tip_cents),
    }),
    { glasses: 0, taxCents: 0, tipCents: 0 },
  );
