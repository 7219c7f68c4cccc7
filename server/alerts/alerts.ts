/** Changes of alerts, of their settings and of who is on duty. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { groupBy } from '../../lib/lists.ts';
import { alertKinds, severities } from '../../rules/alerts/alert-kinds.ts';
import { alertMessages } from '../../rules/alerts/alert-messages.ts';
import { messageTimes } from '../../rules/alerts/alert-text.ts';
import {
  type AlertSettings,
  sendingTimeOf,
  settingsToStore,
  stepsOf,
} from '../../rules/alerts/notified-people.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { type AccountActor, memberOf, ownerOf, scopeOf } from '../../rules/permissions.ts';
import { refuseContactNumber } from '../../rules/recipients/contact-number.ts';
import {
  endDuty,
  findSettings,
  insertDuty,
  listDuties,
  listPeopleWithAlerts,
  peopleAt,
  upsertSettings,
} from './notifications.queries.ts';
import {
  type AlertRow,
  holdWatch,
  insertEvents,
  isCauseOpen,
  listAnnouncements,
  lockAlert,
  updateAlertRow,
} from './alerts.queries.ts';
import { countAlertChange } from '../changes/changes.queries.ts';
import { requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, validIds } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import { findVenue, listVenueIds, listVenueOwners } from '../venues/venues.queries.ts';
import { requireTimezone } from '../venues/nights.ts';

type Body = EndpointBody<'updateAlert'>;

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
  { actor }: AuditContext,
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
    await countAlertChange(transaction, alert.venue_id, at);
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

type SettingsBody = EndpointBody<'updateAlertSettings'>;

/** Stores which alerts an account gets as messages. A new number is asked to confirm before it gets any. */
export async function updateAlertSettings(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: AccountActor,
  settings: AlertSettings,
): Promise<void> {
  const { userId } = actor;
  const at = now();
  await withoutTenant(() =>
    db.transaction().execute(async (transaction) => {
      const before = await findSettings(transaction, userId);
      await upsertSettings(
        transaction,
        userId,
        await toStore(transaction, actor, settings, before),
      );
      if (settings.phone === null || settings.phone === before?.phone) return;
      const recipient = { account_id: userId, channel: 'sms' as const, address: settings.phone };
      await requestConfirmations(transaction, [recipient], { venueId: null, at });
    }),
  );
}

/** The venues that one of several owners' staff has chosen for others stay. */
async function toStore(
  db: Tx,
  actor: AccountActor,
  settings: AlertSettings,
  before: { venue_ids: string[] | null } | undefined,
): Promise<AlertSettings> {
  const member = memberOf(actor);
  const venueIds = before?.venue_ids ?? null;
  if (member === null || venueIds === null) return settings;
  const owners = await listVenueOwners(db, venueIds);
  return settingsToStore(member.ownerId, settings, venueIds, owners);
}

/** Checks settings against the venues of the account. Throws 400 with a message per field. */
export async function requireSettings(
  { db }: Pick<AppDeps, 'db'>,
  actor: AccountActor,
  body: SettingsBody,
): Promise<AlertSettings> {
  const { mail, sms, push, weekdays, quiet, timezone, phone } = body;
  requireTimezone(timezone);
  if (quiet && quiet.fromMinutes === quiet.toMinutes)
    throw fieldError({ 'quiet.toMinutes': alertMessages.sameQuietTimes });
  const refused = phone === null ? null : refuseContactNumber(phone);
  if (refused !== null) throw fieldError({ phone: refused });
  if (sms.length > 0 && phone === null) throw fieldError({ phone: alertMessages.needsPhone });
  return {
    ...body,
    mail: [...new Set(mail)],
    sms: [...new Set(sms)],
    push: [...new Set(push)],
    weekdays: [...new Set(weekdays)],
    venueIds: body.venueIds === null ? null : await requireVenueIds(db, actor, body.venueIds),
  };
}

async function requireVenueIds(
  db: AppDeps['db'],
  actor: AccountActor,
  ids: readonly string[],
): Promise<string[]> {
  const known: string[] = [];
  for (const id of new Set(validIds(ids)))
    if (await findVenue(db, id, scopeOf(actor))) known.push(id);
  if (known.length < new Set(ids).size) throw fieldError({ venueIds: alertMessages.unknownVenue });
  return known;
}

/** Puts an account on tonight's list of a venue until the night ends, or takes it off. Returns the end; null for none. */
export async function updateDuty(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  isOnTonight: boolean,
  { actor: { userId } }: AuditContext,
): Promise<Date | null> {
  const at = now();
  const until = await endOfNight(db, venueId, at);
  return db.transaction().execute(async (transaction) => {
    const duties = await listDuties(transaction, [venueId], { from: at, until: at });
    const own = duties.find(({ user_id }) => user_id === userId);
    if (isOnTonight && own) return own.until_at;
    if (isOnTonight) {
      const duty = { venue_id: venueId, user_id: userId, from_at: at, until_at: until };
      await insertDuty(transaction, duty);
    } else {
      await endDuty(transaction, venueId, userId, at);
    }
    await countAlertChange(transaction, venueId, at);
    return isOnTonight ? until : null;
  });
}

const weekMs = 7 * 24 * 3_600_000;

/**
 * Number of messages that an account would have got in the last seven days with these settings: those that the rules give
 * for the alerts of that time, and for who was on tonight then. 0 for super administrators, who get none.
 */
export async function countMessages(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: AccountActor,
  settings: AlertSettings,
): Promise<number> {
  const ownerId = ownerOf(actor);
  const scope = scopeOf(actor);
  if (ownerId === null || scope.to !== 'owner') return 0;
  const until = now();
  const since = new Date(until.getTime() - weekMs);
  return inAllVenues(db, async () => {
    const venueIds = await listVenueIds(db, ownerId, scope.venueIds);
    const announced = await listAnnouncements(db, venueIds, since);
    const duties = await listDuties(db, venueIds, { from: since, until });
    const everyone = await withoutTenant(() => listPeopleWithAlerts(db, ownerId));
    const people = everyone.map((person) =>
      person.id === actor.userId ? { ...person, settings } : person,
    );
    const dutiesOf = groupBy(duties, (duty) => duty.venue_id);
    const planned = announced.flatMap(({ venue_id: venueId, kind, severity, at, ended_at }) => {
      const known = alertKinds.find((one) => one === kind);
      const urgency = severities.find((one) => one === severity);
      if (known === undefined || urgency === undefined) return [];
      const atMs = at.getTime();
      const ofVenue = people.filter(
        (person) => person.venueIds === null || person.venueIds.includes(venueId),
      );
      const present = peopleAt(ofVenue, dutiesOf.get(venueId) ?? [], atMs);
      const steps = stepsOf({ kind: known, severity: urgency, venueId, atMs }, present);
      return steps
        .filter(({ userId }) => userId === actor.userId)
        .map((step) => ({
          ...sendingTimeOf(step, { severity: urgency }, present),
          endedMs: ended_at?.getTime() ?? null,
        }));
    });
    return messageTimes(planned).filter((ms) => ms <= until.getTime()).length;
  });
}
