import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { formatCents } from '../../lib/money.ts';
import { type AccountActor, type Actor, memberOf } from '../../rules/permissions.ts';
import { refundLimitMessage } from '../../rules/permissions/people-messages.ts';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import { type PlannedRefund, planRefunds, type RefundPlan } from '../../rules/refunds/refund.ts';
import { largeRefundCents } from '../../rules/users/sign-in.ts';
import { safeReason } from '../adapters/provider-errors.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { lockMembership } from '../memberships/memberships.queries.ts';
import { getSale, type OrderRef, type SaleRow } from '../orders/orders.queries.ts';
import { callProvider, claimMs, type RequestedRefund, settleJobKey } from './call-provider.ts';
import {
  drinkOf,
  failedGlasses,
  recordRefunded,
  refundableLines,
  syncCases,
} from './settle-refund.ts';
import {
  insertRefunds,
  listLiveRefunds,
  type LiveRefund,
  type RefundRow,
  sumRequestedBy,
  updateTips,
} from './refunds.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, type RefundedDrink, RefundError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type AuditContext, requireRecentInBrowser } from '../shared/require.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';
import { inAllVenues } from '../venues/venue-access.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'payments'>;
type RefundedOrder = Pick<OrderRef, 'id' | 'venue_id' | 'unit_id'>;

/**
 * A drink by its ordinal in the order, from 0, and how many of its glasses: those that were not poured and are not
 * refunded, or all that are paid for where it is left out.
 */
interface RequestedGlasses {
  index: number;
  glasses?: number | 'failed' | undefined;
}

/** Who requests the refunds, null for automatic ones, and where failures are logged. */
interface RefundRequester extends Omit<AuditContext, 'actor'> {
  actor: AccountActor | null;
  warn: (message: string) => void;
}

/**
 * Runs under the lock of the unit, in the transaction that stores the request; throws to refuse it.
 * @param plannedCents returns the amount of the refunds; throws where some of it cannot be refunded
 */
type Check = (db: Tx, plannedCents: () => number) => Promise<void>;

/** Drinks of one request that are sent to the provider at the same time. */
const mostAtOnce = 3;

/**
 * Refunds drinks of an order, or glasses of them. Stores the request first, then contacts the provider outside of any transaction, then
 * settles its response; after a crash in between, a job resumes with the same idempotency key. A sale without a payment
 * is marked as refunded, to be given back in cash.
 * @returns whether all of it was refunded, or some is pending with the provider
 * @throws HttpError 403, 409 or 422 before anything is requested; RefundError for declined or unknown outcomes
 */
export async function refundDrinks(
  deps: Needs,
  place: RefundedOrder,
  requested: readonly RequestedGlasses[],
  by: RefundRequester,
  check?: Check,
): Promise<{ status: 'refunded' | 'requested'; message: string; amountCents: number }> {
  // The limit of a manager counts the refunds of all their venues.
  const { refundLimitCents = null } = (by.actor && memberOf(by.actor)) ?? {};
  const request = () => requestRefunds(deps, place, requested, by, check);
  const refunds = await (refundLimitCents === null ? request() : inAllVenues(deps.db, request));
  const amountCents = refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (refunds.every(({ provider }) => provider === 'cash')) {
    const message = refundMessages.markedAsRefunded(formatCents(amountCents));
    return { status: 'refunded', message, amountCents };
  }
  const received = await callWithin(deps, refunds, by.warn);
  const rest = received.filter(({ outcome }) => outcome !== 'refunded');
  if (rest.length === 0)
    return { status: 'refunded', message: refundMessages.refunded, amountCents };
  const isAccepted = rest.every(({ outcome }) => outcome === 'pending' || outcome === 'busy');
  if (rest.length === received.length && isAccepted) {
    return { status: 'requested', message: reasonOf(received), amountCents };
  }
  throw errorOf(received);
}

/** Returns what is known after a while; the requests go on in any case. */
async function callWithin(
  deps: Needs,
  refunds: readonly RefundRow[],
  warn: RefundRequester['warn'],
): Promise<RequestedRefund[]> {
  const received = refunds.map((refund): RequestedRefund => ({ refund, outcome: 'busy' }));
  const limit = pLimit(mostAtOnce);
  const all = limit.map(refunds, async (refund, index) => {
    // If one request got no response, the others would time out as well: the job sends them.
    const isSilent = received.some(({ outcome }) => outcome === 'unknown');
    const requested: RequestedRefund = isSilent
      ? { refund, outcome: 'unknown', why: new Error('not sent after another got no response') }
      : await callProvider(deps, refund);
    received[index] = requested;
    if (requested.outcome === 'unknown') {
      warn(`The refund ${refund.id} has no outcome yet: ${safeReason(requested.why)}`);
    }
  });
  const waiting = new AbortController();
  const enough = wait(deps.payments.responseWithinMs, undefined, { signal: waiting.signal });
  await Promise.race([all, enough]);
  waiting.abort();
  await enough.catch(() => undefined);
  return [...received];
}

/** Stores the requested refunds, under the lock shared by everything of an order. */
async function requestRefunds(
  { db, now }: Needs,
  place: RefundedOrder,
  requested: readonly RequestedGlasses[],
  { actor, address }: RefundRequester,
  check: Check | undefined,
): Promise<RefundRow[]> {
  return db.transaction().execute(async (transaction) => {
    // Refunds outlive the unit: it is locked even when deleted.
    await lockUnit(transaction, unitOf(place));
    const sale = await getSale(transaction, place.venue_id, place.id);
    const live = await listLiveRefunds(transaction, place.venue_id, place.id);
    await check?.(transaction, () => totalOf(planGlasses(sale, live, requested)));
    const plan = planGlasses(sale, live, requested);
    const provider = refundedBy(sale);
    const at = now();
    const cents = totalOf(plan);
    if (actor && cents > largeRefundCents) requireRecentInBrowser(actor);
    if (actor) await requireRefundLimit(transaction, actor, cents, at);
    await updateTips(transaction, sale, plan.tipsCents);
    const refunds = await insertRefunds(
      transaction,
      plan.refunds.map((refund) => ({
        venue_id: sale.venue_id,
        id: newId(at),
        order_id: sale.id,
        drink_index: refund.index,
        state: 'requested' as const,
        amount_cents: refund.amountCents,
        ...glassesOf(sale, live, refund),
        provider,
        payment_id: sale.payment_id,
        requested_by: actor?.userId ?? null,
        requested_from: address,
        requested_at: at,
      })),
    );
    await insertChanges(
      transaction,
      unitOf(place),
      at,
      refunds.map((refund) => ({ kind: 'refund_requested', ...drinkOf(refund) })),
    );
    await syncCases(transaction, sale, { by: actor?.userId ?? null, at });
    await (provider === 'cash'
      ? recordRefunded(transaction, refunds, at)
      : queueSettlement(transaction, refunds));
    return refunds;
  });
}

const totalOf = ({ refunds }: RefundPlan): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Throws 409 or 422 where some of it cannot be refunded. */
function planGlasses(
  sale: SaleRow,
  live: readonly LiveRefund[],
  requested: readonly RequestedGlasses[],
): RefundPlan {
  const lines = refundableLines(sale, live);
  const plan = planRefunds(
    lines,
    requested.map(({ index, glasses }) => {
      const [drink, line] = [sale.drinks[index], lines[index]];
      if (glasses !== 'failed') return { index, glasses };
      const failed = drink && line?.state === 'paid' ? failedGlasses(drink, line) : undefined;
      if (failed !== undefined && failed <= 0)
        throw new HttpError(409, refundMessages.alreadyRefunded);
      return { index, glasses: failed };
    }),
  );
  if (!('refusal' in plan)) return plan;
  const { refusal } = plan;
  throw new HttpError(refusal === 'noSuchDrink' ? 422 : 409, refundMessages[refusal]);
}

/** Columns of a refund that say which part of its line it returns: none for the whole line. */
function glassesOf(
  { drinks }: SaleRow,
  live: readonly LiveRefund[],
  { index, glasses, taxCents, tipCents }: PlannedRefund,
) {
  if (glasses === drinks[index]?.quantity) return {};
  const used = new Set(live.filter((one) => one.drink_index === index).map(({ nth }) => nth));
  let nth = 0;
  while (used.has(nth)) nth += 1;
  return { nth, glasses, tax_cents: taxCents, tip_cents: tipCents };
}

/** A sale with a payment is refunded by the provider that took it, or not at all. */
function refundedBy({ payment_id, payment_provider }: SaleRow): RefundRow['provider'] {
  if (payment_id === null) return 'cash';
  if (payment_provider === null) throw new HttpError(409, refundMessages.unknownProvider);
  return payment_provider;
}

const queueSettlement = (db: Tx, refunds: readonly RefundRow[]): Promise<void> =>
  queueJobs(
    db,
    refunds.map(({ venue_id: venueId, id: refundId }) => ({
      kind: 'settle refund',
      key: settleJobKey(refundId),
      payload: { venueId, refundId },
      afterMs: claimMs,
    })),
  );

/** For several drinks, reports how many were refunded, and the outcome of the first that was not. */
function errorOf(received: readonly RequestedRefund[]): RefundError {
  const drinks: RefundedDrink[] = received.map(({ refund, outcome }) => ({
    drinkIndex: refund.drink_index,
    status: typeof outcome === 'object' ? 'failed' : outcome === 'refunded' ? outcome : 'requested',
  }));
  const refunded = received.filter(({ outcome }) => outcome === 'refunded').length;
  const isDeclined = received.some(({ outcome }) => typeof outcome === 'object');
  const isUnknown = received.some(({ outcome }) => outcome === 'unknown');
  const reason = reasonOf(received);
  const isMixed = new Set(drinks.map((drink) => drink.status)).size > 1;
  return new RefundError(
    isDeclined ? 402 : isUnknown ? 504 : 202,
    isMixed ? refundMessages.someRefunded(refunded, received.length, reason) : reason,
    isMixed ? 'partial' : isDeclined ? 'failed' : 'requested',
    drinks,
  );
}

function reasonOf(received: readonly RequestedRefund[]): string {
  const outcomes = received.map(({ outcome }) => outcome);
  const declined = outcomes.find((outcome) => typeof outcome === 'object');
  if (declined !== undefined) return declined.declined;
  if (outcomes.includes('unknown')) return refundMessages.noResponse;
  return outcomes.includes('busy') ? refundMessages.stillWorking : refundMessages.accepted;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Throws 403 with what is left when a member would refund more than their limit within 24 hours. Call it in the
 * transaction that inserts the refunds, with all venues of the member in scope: the lock of the membership lets
 * concurrent refunds of one person count one after the other.
 */
async function requireRefundLimit(
  transaction: Tx,
  actor: Actor,
  addedCents: number,
  at: Date,
): Promise<void> {
  const member = memberOf(actor);
  if (actor.kind !== 'account' || member === null || member.refundLimitCents === null) return;
  await lockMembership(transaction, member.ownerId, actor.userId);
  const left = await refundLimitLeft(transaction, actor.userId, member.refundLimitCents, at);
  if (addedCents <= left) return;
  const message = refundLimitMessage(formatCents(left), formatCents(member.refundLimitCents));
  throw new HttpError(403, message);
}

/** Cents that a member may still refund; call it with all their venues in scope. */
export async function refundLimitLeft(
  db: Db,
  userId: string,
  limitCents: number,
  at: Date,
): Promise<number> {
  const refunded = await sumRequestedBy(db, userId, new Date(at.getTime() - dayMs));
  return Math.max(0, limitCents - refunded);
}
