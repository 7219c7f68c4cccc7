/** Cases of failed drinks: how they are settled. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import pLimit from 'p-limit';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { caseMessages, conflictMessage } from '../../rules/cases/case-messages.ts';
import {
  isOfPolicy,
  isOfStaff,
  reportedWithinMs,
  type Resolution,
  usualRefundPolicy,
} from '../../rules/cases/cases.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { scopeOf } from '../../rules/permissions.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { personName } from '../../rules/users/person-name.ts';
import { largeRefundCents } from '../../rules/users/sign-in.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import {
  findCase,
  listCasesById,
  lockRefundPolicy,
  type NamedCase,
  sumAutomaticRefunds,
  upsertRefundPolicy,
} from './cases.queries.ts';
import { type ReadCase, readCases } from './read-cases.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';
import { updateCase } from '../orders/pour-cases.queries.ts';
import { refundDrinks } from '../refunds/refund-drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound, RefundError } from '../shared/errors.ts';
import { type AuditContext, requirePermission, requireRecentInBrowser } from '../shared/require.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'payments'>;

/** Who settles cases, and where failures are logged. */
export type Settler = AuditContext & { warn: (message: string) => void };

export interface Settlement {
  resolution: Resolution;
  note?: string | undefined;
  /** When it was done, if that is reported later. */
  at?: Date | undefined;
  /** Of a refund; those that were not poured where both are left out. */
  glasses?: number | undefined;
  wholeLine?: boolean | undefined;
}

/** A minute by which the clock of a device may be ahead. */
const aheadMs = 60_000;

/**
 * Settles a case. A refund is the one of the sales report, and settles the case with its outcome.
 * @returns false while the card provider works on the refund
 * @throws HttpError 403 without the permission; 409 with the name of the person who settles or has settled it; 402 when the
 * provider declines the refund, and the case is open again
 */
export async function resolveCase(
  deps: Needs,
  { row, sale, drink }: ReadCase,
  { resolution, note, at: doneAt, glasses, wholeLine = false }: Settlement,
  by: Settler,
): Promise<boolean> {
  if (doneAt && deps.now().getTime() - doneAt.getTime() > reportedWithinMs)
    throw fieldError({ at: caseMessages.tooOld });
  if (!isOfStaff(resolution)) requirePermission(by.actor, 'refunds.create');
  if (resolution === 'refunded')
    return refund(deps, row, { note, glasses: wholeLine ? undefined : (glasses ?? 'failed') }, by);
  await deps.db.transaction().execute(async (transaction) => {
    const unit = unitOf(row);
    await lockUnit(transaction, unit);
    const found = await requireCase(transaction, row, by);
    if (doneAt && isSettledSince(found, { resolution, at: doneAt }, by)) return;
    requireOpen(found);
    const at = deps.now();
    await updateCase(transaction, row, {
      state: 'resolved',
      resolution,
      note: note ?? '',
      settled_by: by.actor.userId,
      settled_at: at,
    });
    const { order_id: orderId, drink_index: drinkIndex } = row;
    await insertChanges(transaction, unit, at, [{ kind: 'case', orderId, drinkIndex }]);
    await insertAudit(transaction, by, at, {
      ownerId: row.owner_id,
      action: 'case.resolved',
      target: `${drink.name} of order ${sale.id}`,
      newValue: {
        resolution,
        owed: toDollars(row.owed_cents),
        ...(note && { note }),
        ...(doneAt && { doneAt: doneAt.toISOString() }),
      },
    });
  });
  return true;
}

async function refund(
  deps: Needs,
  row: NamedCase,
  { note, glasses }: { note: string | undefined; glasses: number | 'failed' | undefined },
  by: Settler,
): Promise<boolean> {
  const order = { venue_id: row.venue_id, id: row.order_id, unit_id: row.unit_id };
  try {
    const requested = { index: row.drink_index, glasses };
    const { status } = await refundDrinks(deps, order, [requested], by, async (db) => {
      const open = await requireCase(db, row, by);
      requireOpen(open);
      if (typeof glasses === 'number') await requireFailed(db, open, glasses);
      if (note) await updateCase(db, row, { note });
    });
    return status === 'refunded';
  } catch (error) {
    // The outcome is not known: a job goes on to find it out.
    if (error instanceof RefundError && error.state === 'requested') return false;
    throw error;
  }
}

/** Returns the case as it is now. The caller holds the unit's lock. */
async function requireCase(db: Tx, { id }: NamedCase, { actor }: Settler): Promise<NamedCase> {
  const found = await findCase(db, id, scopeOf(actor));
  if (!found) throw notFound('case');
  return found;
}

/** True where the same person has settled the case in the same way at that time or later, by the clock of a device. */
const isSettledSince = (
  found: NamedCase,
  { resolution, at }: { resolution: Resolution; at: Date },
  { actor }: Settler,
): boolean =>
  found.resolution === resolution &&
  found.settled_by === actor.userId &&
  (found.settled_at?.getTime() ?? 0) >= at.getTime() - aheadMs;

/** Throws 409 unless the case is open. */
function requireOpen({ settler, state, resolution }: NamedCase): void {
  if (state !== 'open')
    throw new HttpError(409, conflictMessage(settler && personName(settler), resolution));
}

/** Throws 409 where more glasses are to be refunded than were not poured and are not refunded yet. */
async function requireFailed(db: Tx, row: NamedCase, glasses: number): Promise<void> {
  const [read] = await readCases(db, [row]);
  const left = Math.max(0, row.failed_glasses - (read?.refundedGlasses ?? 0));
  if (glasses > left) throw new HttpError(409, caseMessages.moreThanFailed(left));
}

/** Cases of one request that are settled at the same time. */
const mostAtOnce = 3;

interface Settled {
  id: string;
  /** Status and message of the response for the case alone. */
  status: number;
  message: string | null;
}

/**
 * Settles cases in the same way, each by itself; those that were read and no others.
 * @throws HttpError 403 when the refunds add up to one that needs a recent authentication
 */
export async function resolveCases(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  cases: readonly ReadCase[],
  settlement: Settlement,
  by: Settler,
): Promise<Settled[]> {
  const cents = cases.reduce((sum, { refundCents }) => sum + refundCents, 0);
  const isLarge = settlement.resolution === 'refunded' && cents > largeRefundCents;
  if (isLarge) requireRecentInBrowser(by.actor);
  return pLimit(mostAtOnce).map(cases, async (one) => {
    try {
      const isDone = await resolveCase(deps, one, settlement, by);
      return { id: one.row.id, status: isDone ? 200 : 202, message: null };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return { id: one.row.id, status: error.status, message: error.message };
    }
  });
}

const dayMs = 24 * 3_600_000;

/** Ends an automatic refund before anything is requested. */
class NotRefunded extends Error {}
class CapReached extends NotRefunded {}

/**
 * Refunds what is owed for a case that is still open, if the policy of the venue still asks for it and the
 * refunds of the night stay within its cap. A refund that the provider declines is left to people.
 */
export async function refundCase(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  { venueId, caseId }: JobPayload<'refund case'>,
): Promise<void> {
  const [found] = await readCases(deps.db, await listCasesById(deps.db, venueId, [caseId]));
  if (!found) return;
  const { row, drink } = found;
  const glasses = { failed: row.failed_glasses, quantity: drink.quantity };
  const at = deps.now();
  const night = await capPeriod(deps.db, venueId, at.getTime());
  const order = { venue_id: venueId, id: row.order_id, unit_id: row.unit_id };
  const by = { actor: null, address: '', warn: () => undefined };
  try {
    const requested = { index: row.drink_index, glasses: 'failed' as const };
    await refundDrinks(deps, order, [requested], by, async (db, plannedCents) => {
      const policy = await lockRefundPolicy(db, venueId);
      const [now] = await listCasesById(db, venueId, [caseId]);
      if (now?.state !== 'open' || policy === null || !isOfPolicy(glasses, policy.policy))
        throw new NotRefunded();
      const refundedCents = await sumAutomaticRefunds(db, venueId, night);
      // More than what is owed where the tip of the sale goes with it.
      if (refundedCents + plannedCents() > policy.cap_cents) throw new CapReached();
      await updateCase(db, now, { automatic_at: at });
    });
  } catch (error) {
    if (error instanceof CapReached) await markCapped(deps.db, row, at);
    // Declined, or without an outcome yet, which another job finds out; or not possible, which the case shows.
    if (!(error instanceof NotRefunded) && !(error instanceof HttpError)) throw error;
  }
}

/** Leaves a case to people, with an alert. */
const markCapped = (db: Db, row: { venue_id: string; id: string }, at: Date): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await updateCase(transaction, row, { capped_at: at });
    await queueAlertCheck(transaction, row.venue_id, at);
  });

/** Time over which the cap counts: the running night, or the last 24 hours of a venue without a clock. */
export async function capPeriod(db: Db, venueId: string, nowMs: number): Promise<TimeRange> {
  const rules = await findNightRules(db, venueId);
  return rules ? nightAt(rules, nowMs) : { startMs: nowMs - dayMs, endMs: nowMs + 1 };
}

/** Sets the automatic refunds of a venue. Concerns sales from then on; a refund that is queued reads it again. */
export function updateRefundPolicy(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id: venueId, name }: VenueRow,
  { policy, delayMinutes, cap }: EndpointBody<'updateRefundPolicy'>,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const before = await lockRefundPolicy(transaction, venueId);
    const after = {
      venue_id: venueId,
      policy,
      delay_minutes: delayMinutes,
      cap_cents: toCents(cap),
    };
    await upsertRefundPolicy(transaction, after);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'refund_policy.updated',
      target: `venue ${name}`,
      oldValue: audited(
        before ?? {
          policy: usualRefundPolicy.policy,
          delay_minutes: usualRefundPolicy.delayMinutes,
          cap_cents: usualRefundPolicy.capCents,
        },
      ),
      newValue: audited(after),
    });
  });
}

interface Policy {
  policy: string;
  delay_minutes: number;
  cap_cents: number;
}

const audited = ({ policy, delay_minutes, cap_cents }: Policy) => ({
  policy,
  delayMinutes: delay_minutes,
  cap: toDollars(cap_cents),
});
