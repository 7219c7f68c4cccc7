import type { Insertable } from 'kysely';
import { messageOf } from '../../db/start-error.ts';
import type { AlertEventsTable } from '../../db/tables/alerts.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { isAlertKind, type Severity } from '../../rules/alerts/alert-kinds.ts';
import {
  alertChanges,
  type AlertChanges,
  type Cause,
  type KnownAlert,
  type SeenAlert,
} from '../../rules/alerts/alert-life.ts';
import { sendingTimeOf, stepsOf } from '../../rules/alerts/notified-people.ts';
import {
  insertNotifications,
  listDuties,
  listPeopleOfVenue,
  peopleAt,
} from './notifications.queries.ts';
import {
  type AlertRow,
  claimWatches,
  findPending,
  insertAlert,
  insertEvents,
  insertMissingWatches,
  listKnownAlerts,
  lockWatch,
  markSeen,
  storeCheck,
  updateAlertRow,
} from './alerts.queries.ts';
import { type CauseDeps, readCauses } from './read-causes.ts';
import { sendNotifications } from './send-notifications.ts';
import { clampFutureChecks } from '../jobs/jobs.queries.ts';
import { storeFleet } from '../fleet/store-fleet.ts';
import { drain } from '../jobs/queue-jobs.ts';
import type { MessageSettings } from '../notices/queue-messages.ts';
import { newId } from '../shared/ids.ts';
import { findVenue, type VenueRow } from '../venues/venues.queries.ts';

type Needs = CauseDeps & Pick<MessageSettings, 'publicUrl' | 'warn'>;

/** Of a claim; another worker takes over afterwards. */
const claimMs = 2 * 60_000;
/** No check is due later; see checkAlerts. */
const latestCheckMs = 60 * 60_000;
const [checksAtOnce, claimedAtOnce] = [4, 4];
/** So that one run ends before the next is late; what is left is due then. */
const mostOfRun = 2_000;

/** Checks the alerts of the venues that are due, and sends the messages that are due. Several workers share the work. */
export async function watchVenues(deps: Needs): Promise<void> {
  await insertMissingWatches(deps.db, deps.now());
  await clampFutureChecks(deps.db, 'alert_watches', deps.now(), latestCheckMs);
  let left = mostOfRun;
  const claim = async (): Promise<string[]> => {
    if (left <= 0) return [];
    const now = deps.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await claimWatches(deps.db, { now, until, most: claimedAtOnce });
    left -= claimed.length;
    return claimed;
  };
  await drain(claim, checksAtOnce, (venueId) =>
    checkAlerts(deps, venueId).catch((error: unknown) =>
      deps.warn(`The alerts of venue ${venueId} were not checked: ${messageOf(error)}`),
    ),
  );
  await sendNotifications(deps);
}

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
  const { causes, isActive, health, stock } = await readCauses(deps, venueId, openKeys);
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
  // Of what was read anyway.
  await storeFleet(deps, venue, { health, stock });
}

const msOf = (time: Date | null): number | null => time?.getTime() ?? null;

/** An alert of a later release is treated as one without a wait. */
const knownFrom = (row: AlertRow): KnownAlert => ({
  id: row.id,
  key: row.key,
  kind: isAlertKind(row.kind) ? row.kind : 'low',
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

/** Plans the messages about alerts that are announced: who gets one, and when, while it is not acknowledged. */
export async function planNotifications(
  db: Tx,
  venue: Pick<VenueRow, 'id' | 'owner_id'>,
  announced: readonly { id: string; announcement: number; cause: Cause }[],
  at: Date,
): Promise<void> {
  if (announced.length === 0) return;
  const atMs = at.getTime();
  const rows = await listPeopleOfVenue(db, { ownerId: venue.owner_id, venueId: venue.id });
  const duties = await listDuties(db, [venue.id], { from: at, until: at });
  const people = peopleAt(rows, duties, atMs);
  await insertNotifications(
    db,
    announced.flatMap(({ id, announcement, cause: { kind, severity } }) =>
      stepsOf({ kind, severity, venueId: venue.id, atMs }, people).map((step) => {
        const { dueMs, isHeld } = sendingTimeOf(step, { severity }, people);
        return {
          id: newId(at),
          venue_id: venue.id,
          alert_id: id,
          announcement,
          user_id: step.userId,
          step: step.step,
          due_at: new Date(dueMs),
          held: isHeld,
        };
      }),
    ),
  );
}
