import type { Insertable } from 'kysely';
import type { AlertEventsTable } from '../../db/tables/alerts.ts';
import type { Tx } from '../../db/tables/tables.ts';
import {
  alertChanges,
  type AlertChanges,
  type Cause,
  type KnownAlert,
  type SeenAlert,
} from '../../rules/alerts/alert-life.ts';
import { type AlertKind, alertKinds, type Severity } from '../../rules/alerts/alert-kinds.ts';
import { newId } from '../shared/ids.ts';
import { findVenue, type VenueRow } from '../venues/venues.queries.ts';
import { findPending, lockWatch, storeCheck } from './alert-watches.queries.ts';
import {
  type AlertRow,
  insertAlert,
  insertEvents,
  listKnownAlerts,
  markSeen,
  updateAlertRow,
} from './alerts.queries.ts';
import { planNotifications } from './plan-notifications.ts';
import { type CauseDeps, readCauses } from './read-causes.ts';

const minuteMs = 60_000;
/** Between two checks of a venue without an event that asks for one. */
const checkedEveryMs = { active: minuteMs, quiet: 10 * minuteMs };

type Event = Insertable<AlertEventsTable>;

/**
 * Looks for the causes of alerts at a venue, and opens, updates and resolves its alerts, with the messages about them,
 * in one transaction. Of several checks at the same time, the one that began last counts.
 */
export async function checkAlerts(deps: CauseDeps, venueId: string): Promise<void> {
  const { db, now } = deps;
  const venue = await findVenue(db, venueId, { to: 'everything' });
  if (!venue) return;
  const readAt = now();
  const before = await listKnownAlerts(db, venueId, readAt);
  const openKeys = new Set(before.filter((row) => row.resolved_at === null).map(({ key }) => key));
  const { causes, isActive } = await readCauses(deps, venueId, openKeys);
  await db.transaction().execute(async (transaction) => {
    if (!(await lockWatch(transaction, venueId, readAt))) return;
    const at = now();
    const rows = await listKnownAlerts(transaction, venueId, at);
    const pending = await findPending(transaction, venueId);
    const changes = alertChanges(rows.map(knownFrom), causes, pending, at.getTime());
    const isChanged = await applyChanges(transaction, venue, { changes, rows, at });
    const everyMs = isActive ? checkedEveryMs.active : checkedEveryMs.quiet;
    const nextMs = Math.min(at.getTime() + everyMs, changes.dueMs ?? Number.MAX_SAFE_INTEGER);
    const checkAt = new Date(Math.max(nextMs, at.getTime() + 1000));
    await storeCheck(transaction, venueId, { checkAt, pending: changes.pending, isChanged });
  });
}

const isKind = (kind: string): kind is AlertKind => alertKinds.some((one) => one === kind);

const msOf = (time: Date | null): number | null => time?.getTime() ?? null;

/** An alert of a later release is treated as one without a wait. */
const knownFrom = (row: AlertRow): KnownAlert => ({
  id: row.id,
  key: row.key,
  kind: isKind(row.kind) ? row.kind : 'low',
  severity: row.severity,
  snoozedUntilMs: msOf(row.snoozed_until),
  announcedMs: msOf(row.announced_at),
  resolvedMs: msOf(row.resolved_at),
  causeEndedMs: msOf(row.cause_ended_at),
});

/** Returns true when the alerts of the venue have changed for those who look at them. */
async function applyChanges(
  db: Tx,
  venue: VenueRow,
  { changes, rows, at }: { changes: AlertChanges; rows: readonly AlertRow[]; at: Date },
): Promise<boolean> {
  const { opened, seen, ended, resolved } = changes;
  const events: Event[] = [];
  const log = (
    alertId: string,
    kind: Event['kind'],
    announced: Severity | null = null,
    note = '',
  ): void =>
    void events.push({
      venue_id: venue.id,
      alert_id: alertId,
      id: newId(at),
      at,
      kind,
      note,
      announced,
    });
  const of = (id: string) => ({ venue_id: venue.id, id });
  const announced: { id: string; announcement: number; cause: Cause }[] = [];
  for (const cause of opened) {
    const id = newId(at);
    await insertAlert(db, {
      ...of(id),
      kind: cause.kind,
      key: cause.key,
      severity: cause.severity,
      text: cause.text,
      unit_id: cause.unitId,
      opened_at: at,
      last_seen_at: at,
      announced_at: at,
      announcements: 1,
    });
    log(id, 'opened', cause.severity);
    announced.push({ id, announcement: 1, cause });
  }
  await markSeen(
    db,
    venue.id,
    at,
    seen.map(({ alert, cause: { text, severity } }) => ({ id: alert.id, text, severity })),
  );
  for (const one of seen.filter(isNews)) {
    const { id } = one.alert;
    const row = rows.find((known) => known.id === id);
    if (!row) continue;
    const announcement = row.announcements + 1;
    await updateAlertRow(db, of(id), {
      ...(one.appearance !== 'same' && {
        occurrences: row.occurrences + 1,
        cause_ended_at: null,
      }),
      ...(one.appearance === 'reopened' && reopened),
      ...(one.isAwake && { snoozed_until: null }),
      ...(one.isAnnounced && { announced_at: at, announcements: announcement }),
    });
    const severity = one.isAnnounced ? one.cause.severity : null;
    if (one.appearance !== 'same') log(id, one.appearance, severity);
    else if (one.isRaised || one.isAwake)
      log(id, 'raised', severity, one.isRaised ? '' : 'The snooze is over');
    if (one.isAnnounced) announced.push({ id, announcement, cause: one.cause });
  }
  for (const { id } of ended) await updateAlertRow(db, of(id), { cause_ended_at: at });
  for (const { id } of resolved) {
    await updateAlertRow(db, of(id), { resolved_at: at, resolved_by: null, note: '' });
    log(id, 'resolved');
  }
  await insertEvents(db, events);
  await planNotifications(db, venue, announced, at);
  return (
    events.length > 0 ||
    seen.some(({ alert, cause }) => cause.text !== rows.find(({ id }) => id === alert.id)?.text)
  );
}

const isNews = ({ appearance, isRaised, isAwake }: SeenAlert): boolean =>
  appearance !== 'same' || isRaised || isAwake;

/** It has to be acknowledged again. */
const reopened = {
  resolved_at: null,
  resolved_by: null,
  note: '',
  acknowledged_at: null,
  acknowledged_by: null,
  snoozed_until: null,
};
