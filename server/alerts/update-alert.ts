import type { z } from 'zod';
import type { updateAlert as endpoint } from '../../contract/alerts.ts';
import type { Db } from '../../db/tables/tables.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { countChange, holdWatch } from './alert-watches.queries.ts';
import {
  type AlertRow,
  insertEvents,
  isCauseOpen,
  lockAlert,
  updateAlertRow,
} from './alerts.queries.ts';

type Body = z.output<typeof endpoint.body>;

const hourMs = 3_600_000;
/** Of a venue without a clock. */
const usualNightMs = 12 * hourMs;
const longestSnoozeMs = 7 * 24 * hourMs;

const eventKinds = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed',
  resolve: 'resolved',
  reopen: 'reopened',
} as const;

/**
 * Acknowledges, snoozes, resolves or reopens an alert, and logs who did it. To acknowledge twice changes nothing. Throws
 * 409 for an alert in another state than the action needs, and when another alert of the same cause is open.
 */
export async function updateAlert(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  alert: Pick<AlertRow, 'venue_id' | 'id'>,
  { action, until, note }: Body,
  { actor }: ChangedBy,
): Promise<void> {
  const at = now();
  const snoozedUntil =
    action === 'snooze' ? snoozeEnd(until, await endOfNight(db, alert.venue_id, at), at) : null;
  await db.transaction().execute(async (transaction) => {
    // Checks lock it first, too.
    await holdWatch(transaction, alert.venue_id);
    const row = await lockAlert(transaction, alert);
    if (!row) throw notFound('alert');
    const isResolved = row.resolved_at !== null;
    if (isResolved !== (action === 'reopen'))
      throw new HttpError(409, isResolved ? alertMessages.resolved : alertMessages.notResolved);
    if (action === 'reopen' && (await isCauseOpen(transaction, row)))
      throw new HttpError(409, alertMessages.openAgain);
    if (action === 'acknowledge' && row.acknowledged_at !== null) return;
    const by = actor.userId;
    const changes = {
      acknowledge: { acknowledged_at: at, acknowledged_by: by },
      snooze: { snoozed_until: snoozedUntil },
      resolve: { resolved_at: at, resolved_by: by, note },
      reopen: { resolved_at: null, resolved_by: null, note: '', snoozed_until: null },
    }[action];
    await updateAlertRow(transaction, alert, changes);
    await insertEvents(transaction, [
      {
        venue_id: alert.venue_id,
        alert_id: alert.id,
        id: newId(at),
        at,
        kind: eventKinds[action],
        person_id: by,
        note,
      },
    ]);
    await countChange(transaction, alert.venue_id, at);
  });
}

function snoozeEnd(until: Date | undefined, endOfNightAt: Date, at: Date): Date {
  const end = until ?? endOfNightAt;
  const ms = end.getTime() - at.getTime();
  if (ms <= 0 || ms > longestSnoozeMs) throw fieldError({ until: alertMessages.snoozeAhead });
  return end;
}

/** End of the running night, which is the start of the next. */
export async function endOfNight(db: Db, venueId: string, at: Date): Promise<Date> {
  const rules = await findNightRules(db, venueId);
  return new Date(rules ? nightAt(rules, at.getTime()).endMs : at.getTime() + usualNightMs);
}
