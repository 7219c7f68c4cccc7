import { refundMessages } from '../../rules/messages.ts';
import { planRefunds, type RefundRefusal } from '../../rules/refunds/refund.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';
import { getSale, type OrderRef } from '../orders/orders.queries.ts';
import { HttpError, type RefundedDrink, RefundError } from '../shared/errors.ts';
import { insertRefunds, listUnderWay, type RefundRow, updateTips } from './refunds.queries.ts';
import { refundableLines } from './refundable-lines.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { lockUnit } from '../units/units.queries.ts';
import { callProvider, type RequestedRefund } from './call-provider.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'payments'>;

/** Refunds that the provider has not settled by then are resumed by a job. */
const resumedAfterMs = 60_000;

/**
 * Refunds drinks of an order. Stores the request first, then contacts the provider outside of any transaction, then
 * settles its response; after a crash in between, a job resumes with the same idempotency key.
 * @returns whether all of it was refunded, or some is pending with the provider
 * @throws HttpError 409 or 422 before anything is requested; RefundError for declined or unknown outcomes
 */
export async function refundDrinks(
  deps: Needs,
  place: OrderRef,
  indexes: readonly number[],
  by: ChangedBy,
): Promise<'refunded' | 'requested'> {
  const refunds = await requestRefunds(deps, place, indexes, by);
  const received: RequestedRefund[] = [];
  for (const refund of refunds) {
    // If one request got no response, the others would time out as well.
    const isSilent = received.some(({ outcome }) => outcome === 'unknown');
    received.push(
      isSilent
        ? { refund, outcome: 'unknown' }
        : await callProvider(deps, refund, { isResumed: false }),
    );
  }
  const rest = received.filter(({ outcome }) => outcome !== 'refunded');
  if (rest.length === 0) return 'refunded';
  if (rest.length === received.length && rest.every(({ outcome }) => outcome === 'pending')) {
    return 'requested';
  }
  throw errorOf(received);
}

/** Stores the requested refunds, under the lock shared by everything of an order. */
async function requestRefunds(
  { db, now, payments }: Needs,
  place: OrderRef,
  indexes: readonly number[],
  { actor, address }: ChangedBy,
): Promise<RefundRow[]> {
  const { payment_id } = place;
  const provider = await payments.providerOf(place.venue_id, payment_id);
  return db.transaction().execute(async (transaction) => {
    // Refunds outlive the unit: it is locked even when deleted.
    await lockUnit(transaction, place.unit_id);
    const sale = await getSale(transaction, place.venue_id, place.id);
    const underWay = await listUnderWay(transaction, place.venue_id, place.id);
    const plan = planRefunds(refundableLines(sale, underWay), indexes);
    if ('refusal' in plan) throw refused(plan.refusal);
    await updateTips(transaction, sale, plan.tipsCents);
    const at = now();
    const refunds = await insertRefunds(
      transaction,
      plan.refunds.map(({ index, amountCents }) => ({
        venue_id: sale.venue_id,
        id: newId(at),
        order_id: sale.id,
        drink_index: index,
        state: 'requested' as const,
        amount_cents: amountCents,
        provider,
        payment_id,
        requested_by: actor.userId,
        requested_from: address,
        requested_at: at,
      })),
    );
    await insertJobs(
      transaction,
      refunds.map(({ venue_id: venueId, id: refundId }) => ({
        kind: 'settle refund',
        key: `settle refund ${refundId}`,
        payload: { venueId, refundId },
        runAt: new Date(at.getTime() + resumedAfterMs),
      })),
    );
    return refunds;
  });
}

const refused = (refusal: RefundRefusal): HttpError =>
  new HttpError(refusal === 'noSuchDrink' ? 422 : 409, refundMessages[refusal]);

/** For several drinks, reports how many were refunded, and the outcome of the first that was not. */
function errorOf(received: readonly RequestedRefund[]): RefundError {
  const drinks: RefundedDrink[] = received.map(({ refund, outcome }) => ({
    drinkIndex: refund.drink_index,
    status: typeof outcome === 'object' ? 'failed' : outcome === 'refunded' ? outcome : 'requested',
  }));
  const refunded = received.filter(({ outcome }) => outcome === 'refunded').length;
  const declined = received.find(({ outcome }) => typeof outcome === 'object')?.outcome;
  const isUnknown = received.some(({ outcome }) => outcome === 'unknown');
  const reason =
    typeof declined === 'object'
      ? declined.declined
      : isUnknown
        ? refundMessages.noResponse
        : refundMessages.accepted;
  const status = typeof declined === 'object' ? 402 : isUnknown ? 504 : 202;
  const isMixed = new Set(drinks.map((drink) => drink.status)).size > 1;
  return new RefundError(
    status,
    isMixed ? refundMessages.someRefunded(refunded, received.length, reason) : reason,
    isMixed ? 'partial' : typeof declined === 'object' ? 'failed' : 'requested',
    drinks,
  );
}
