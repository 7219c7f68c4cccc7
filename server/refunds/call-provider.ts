import { validate } from 'uuid';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import type { RefundOutcome, StripeWebhook } from '../adapters/payments/port.ts';
import { completeGivenUp, listLiveKeys, postponeJob } from '../jobs/jobs.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { getSale } from '../orders/orders.queries.ts';
import {
  claimRefund,
  endClaim,
  findRefund,
  listRequestedBefore,
  type RefundRow,
} from './refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'payments'>;

const dayMs = 24 * 60 * 60_000;

/** Longer than any adapter takes: when the claim ends, its holder has died. */
export const claimMs = 60_000;

const keyPrefix = 'settle refund ';

/** Key of the job that resumes a refund; those that follow it on later days have an addition of their own. */
export const settleJobKey = (refundId: string): string => `${keyPrefix}${refundId}`;

/** Returns the id of the refund that the job of this key resumes. */
export const refundOfKey = (key: string): string =>
  key.slice(keyPrefix.length).split(' ', 1)[0] ?? '';

/**
 * - busy: another process is sending it, or it takes too long to wait for
 * - unknown: the provider did not respond, or its response could not be stored; it may have paid
 */
export interface RequestedRefund {
  refund: RefundRow;
  outcome: 'refunded' | 'pending' | 'busy' | 'unknown' | { declined: string };
  /** Reason of an unknown outcome. */
  why?: unknown;
}

/**
 * Requests the refund from its provider, outside of any transaction, and settles the response. The refund is claimed
 * first, so that a request and a job never send it at the same time. If the response cannot be stored, the money may
 * have moved all the same: the response to the client must then not claim that nothing changed. Never throws.
 */
export async function callProvider(deps: Needs, refund: RefundRow): Promise<RequestedRefund> {
  let claimed: RefundRow | null = null;
  try {
    claimed = await claimRefund(deps.db, refund, claimMs);
    if (claimed === null) return await outcomeElsewhere(deps, refund);
    await postponeJob(deps.db, settleJobKey(refund.id), claimMs);
    const reported = await send(deps, claimed);
    // A webhook may have settled it meanwhile: the stored state counts.
    const settled = await settleRefund(deps, claimed, reported);
    if (settled.state === 'requested') await endClaim(deps.db, claimed);
    return { refund, outcome: outcomeOf(settled) };
  } catch (why) {
    if (claimed !== null) await endClaim(deps.db, claimed).catch(() => undefined);
    return { refund, outcome: 'unknown', why };
  }
}

/** A refund that cannot be claimed has been settled, or is being sent by another process. */
async function outcomeElsewhere({ db }: Needs, refund: RefundRow): Promise<RequestedRefund> {
  const stored = await findRefund(db, refund.venue_id, { id: refund.id });
  const isSettled = stored !== null && stored.state !== 'requested';
  return { refund, outcome: isSettled ? outcomeOf(stored) : 'busy' };
}

function outcomeOf({ state, error }: RefundRow): RequestedRefund['outcome'] {
  if (state === 'failed') return { declined: error ?? '' };
  return state === 'refunded' ? 'refunded' : 'pending';
}

/**
 * Resumes a refund of unknown outcome: its server died, or its provider did not respond or is still processing it.
 * Throws while that is so. The last attempt queues another for the next day, so that no refund is forgotten; where that
 * fails, `queueLostRefunds` does.
 */
export async function resumeRefund(
  deps: Needs,
  { venueId, refundId }: { venueId: string; refundId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const refund = await findRefund(deps.db, venueId, { id: refundId });
  if (refund?.state !== 'requested') return;
  const { outcome, why } = await callProvider(deps, refund);
  if (outcome === 'refunded' || typeof outcome === 'object') return;
  if (isLastTry) {
    // The key of this job is in use until it has ended.
    const key = `${settleJobKey(refundId)} ${newId(deps.now())}`;
    await queueJobs(deps.db, [
      { kind: 'settle refund', key, payload: { venueId, refundId }, afterMs: dayMs },
    ]);
  }
  if (outcome === 'unknown') throw why;
  throw new Error(
    outcome === 'busy'
      ? 'Another process is sending the refund'
      : 'The provider is still processing the refund',
  );
}

async function send({ db, now, payments }: Needs, refund: RefundRow): Promise<RefundOutcome> {
  const { provider } = refund;
  if (provider === 'cash') return { state: 'refunded', reference: null, feeCents: null };
  if (provider === 'unsent') {
    return { state: 'declined', reference: null, reason: refundMessages.neverSent };
  }
  const { price_cents, tax_cents, tip_cents } = await getSale(db, refund.venue_id, refund.order_id);
  return payments.refund(provider, {
    refundId: refund.id,
    number: refund.number,
    venueId: refund.venue_id,
    paymentId: refund.payment_id ?? '',
    amountCents: refund.amount_cents,
    isWhole: refund.amount_cents === price_cents + tax_cents + tip_cents,
    ageMs: now().getTime() - refund.requested_at.getTime(),
    isResumed: refund.attempts > 1,
  });
}

/** Most refunds that one run reads. */
const most = 1_000;

/**
 * Queues the jobs of refunds that are older than a day and that none resumes any more: the last attempt of their job
 * could not queue another. Refunds and jobs may be on different servers, so they are compared here.
 */
export async function queueLostRefunds({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const refunds = await listRequestedBefore(db, new Date(now().getTime() - dayMs), most);
  if (refunds.length === 0) return;
  const resumed = new Set((await listLiveKeys(db, 'settle refund')).map(refundOfKey));
  const lost = refunds.filter(({ id }) => !resumed.has(id));
  await db.transaction().execute(async (transaction) => {
    // While a job that was given up has the key, none is queued.
    await completeGivenUp(
      transaction,
      lost.map(({ id }) => settleJobKey(id)),
    );
    await queueJobs(
      transaction,
      lost.map(({ venue_id: venueId, id: refundId }) => ({
        kind: 'settle refund',
        key: settleJobKey(refundId),
        payload: { venueId, refundId },
      })),
    );
  });
}

/**
 * Settles refund updates from a venue's Stripe account. Ignores refunds that were not requested here. Throws 400,
 * without a reason, unless it is signed with the venue's own secret.
 */
export async function handleStripeWebhook(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  webhook: StripeWebhook,
): Promise<void> {
  const news = await deps.payments.readStripeWebhook(webhook);
  if (news === 'unsigned') throw new HttpError(400, refundMessages.notSigned);
  if (news === 'other') return;
  const { refundId, outcome } = news;
  const name =
    refundId !== null && validate(refundId) ? { id: refundId } : { reference: outcome.reference };
  const refund = await findRefund(deps.db, webhook.venueId, name);
  if (refund?.provider === 'stripe') await settleRefund(deps, refund, outcome);
}
