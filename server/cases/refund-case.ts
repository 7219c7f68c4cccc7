import { nightAt } from '../../rules/nights/nights.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { Db } from '../../db/tables/tables.ts';
import { queueAlertCheck } from '../jobs/queue-alert-check.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { updateCase } from '../orders/pour-cases.queries.ts';
import { refundDrinks } from '../refunds/refund-drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { listCasesById } from './listed-cases.queries.ts';
import { lockRefundPolicy, sumAutomaticRefunds } from './refund-policies.queries.ts';

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
  const [row] = await listCasesById(deps.db, venueId, [caseId]);
  if (!row) return;
  const at = deps.now();
  const night = await capPeriod(deps.db, venueId, at.getTime());
  const order = { venue_id: venueId, id: row.order_id, unit_id: row.unit_id };
  const by = { actor: null, address: '', warn: () => undefined };
  try {
    const requested = { index: row.drink_index, glasses: 'failed' as const };
    await refundDrinks(deps, order, [requested], by, async (db, plannedCents) => {
      const policy = await lockRefundPolicy(db, venueId);
      const [now] = await listCasesById(db, venueId, [caseId]);
      if (policy === null || policy.policy === 'off' || now?.state !== 'open')
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
export async function capPeriod(db: Db, venueId: string, nowMs: number): Promise<Stretch> {
  const rules = await findNightRules(db, venueId);
  return rules ? nightAt(rules, nowMs) : { startMs: nowMs - dayMs, endMs: nowMs + 1 };
}
