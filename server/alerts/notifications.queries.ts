/** Messages about alerts, planned and sent. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AlertNotificationsTable, AlertSettingsTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type AlertKind, isAlertKind, type Severity } from '../../rules/alerts/alert-kinds.ts';
import {
  type AlertSettings,
  type Person,
  settingsFor,
  usualAlertSettings,
} from '../../rules/alerts/notified-people.ts';
import { grantOf, roles } from '../../rules/permissions/roles.ts';
import { listVenueOwners } from '../venues/venues.queries.ts';

export type NotificationRow = Selectable<AlertNotificationsTable>;

/** Adds those that are not planned yet. */
export async function insertNotifications(
  db: Tx,
  rows: readonly Insertable<AlertNotificationsTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('alert_notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.constraint('alert_notifications_once').doNothing())
    .execute();
}

/** Accounts with a message that is due, longest due first; without those that got one within `mergedMs`. */
export async function listDueAccounts(
  db: Db,
  { now, mergedMs, most }: { now: Date; mergedMs: number; most: number },
): Promise<string[]> {
  const merged = new Date(now.getTime() - mergedMs);
  const { rows } = await sql<{ user_id: string }>`
    select user_id from alert_notifications as waiting
    where state = 'waiting' and due_at <= ${now} and not exists (
      select from alert_notifications as sent
      where sent.user_id = waiting.user_id and sent.state = 'sent'
        and sent.sent_at > ${merged} and sent.sent_at <= ${now}
    )
    group by user_id order by min(due_at), user_id limit ${most}
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Serialises the messages to an account until the transaction ends; false while another worker sends them. */
export async function lockAccountMessages(db: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('alert messages of ' || ${userId}, 0)) as locked
  `.execute(db);
  return rows[0]?.locked === true;
}

export async function findLastSent(db: Tx, userId: string): Promise<Date | null> {
  const { last } = await db
    .selectFrom('alert_notifications')
    .select(({ fn }) => fn.max('sent_at').as('last'))
    .where('user_id', '=', userId)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return last;
}

/** Notifications of an account that are due, locked until the transaction ends. */
export function lockDue(db: Tx, userId: string, now: Date): Promise<NotificationRow[]> {
  return db
    .selectFrom('alert_notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute();
}

export async function updateNotifications(
  db: Tx,
  ids: readonly string[],
  changes: Updateable<AlertNotificationsTable>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('alert_notifications')
    .set(changes)
    .where('id', 'in', [...ids])
    .execute();
}

/** An alert as a message needs it. */
export interface AnnouncedAlert {
  id: string;
  venue_id: string;
  venue_name: string;
  owner_id: string;
  unit_number: number | null;
  kind: string;
  severity: Severity;
  text: string;
  opened_at: Date;
  acknowledged_at: Date | null;
  snoozed_until: Date | null;
  resolved_at: Date | null;
}

/** Alerts of one venue by id. */
export async function listAnnounced(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<AnnouncedAlert[]> {
  return db
    .selectFrom('alerts')
    .innerJoin('venues', 'venues.id', 'alerts.venue_id')
    .leftJoin('units', 'units.id', 'alerts.unit_id')
    .select([
      'alerts.id',
      'alerts.venue_id',
      'venues.name as venue_name',
      'venues.owner_id',
      'units.unit_number',
      'alerts.kind',
      'alerts.severity',
      'alerts.text',
      'alerts.opened_at',
      'alerts.acknowledged_at',
      'alerts.snoozed_until',
      'alerts.resolved_at',
    ])
    .where('alerts.venue_id', '=', venueId)
    .where('alerts.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

/** A sent notification with the states of its messages; null for one that it does not have. */
export interface SentNotification extends NotificationRow {
  sms_state: string | null;
  mail_state: string | null;
  /** sent as soon as one browser has it; failed when none can get it. */
  push_state: 'sent' | 'waiting' | 'failed' | null;
}

/**
 * Sent notifications whose messages have arrived or failed, or wait for longer than that: a text or push message for a mail
 * in its place, a mail for the note that it is not delivered. Locked until the transaction ends.
 */
export async function lockUnchecked(
  db: Tx,
  { firstBefore, mailBefore, most }: { firstBefore: Date; mailBefore: Date; most: number },
): Promise<SentNotification[]> {
  const { rows } = await sql<SentNotification>`
    select sent.*, text.state as sms_state, mail.state as mail_state, push.state as push_state
    from alert_notifications as sent
    left join messages as text on text.id = sent.sms_id
    left join messages as mail on mail.id = sent.mail_id
    left join lateral (
      select case
        when bool_or(messages.state in ('sent', 'uncertain')) then 'sent'
        when bool_or(messages.state in ('waiting', 'sending')) then 'waiting'
        when sent.push_ids is not null then 'failed'
      end as state
      from messages where messages.id = any(sent.push_ids)
    ) as push on true
    where sent.state = 'sent' and not sent.checked and (
      (
        coalesce(text.state, '') not in ('waiting', 'sending') and coalesce(mail.state, '') not in ('waiting', 'sending')
        and coalesce(push.state, '') <> 'waiting'
      )
      or (sent.mail_id is null and sent.sent_at <= ${firstBefore})
      or sent.sent_at <= ${mailBefore}
    )
    order by sent.sent_at limit ${most}
    for update of sent skip locked
  `.execute(db);
  return rows;
}

// Who may get messages about the alerts of a venue.

type SettingsRow = Selectable<AlertSettingsTable>;

export interface DutyRow {
  venue_id: string;
  user_id: string;
  from_at: Date;
  until_at: Date;
}

/** Kinds of a later release are left out. */
const kindsOf = (kinds: readonly string[]): AlertKind[] => kinds.filter(isAlertKind);

export function settingsFrom(row: SettingsRow | undefined, isOwner: boolean): AlertSettings {
  if (!row) return usualAlertSettings(isOwner);
  const { quiet_from: fromMinutes, quiet_to: toMinutes } = row;
  return {
    mail: kindsOf(row.mail),
    sms: kindsOf(row.sms),
    push: kindsOf(row.push),
    venueIds: row.venue_ids,
    weekdays: row.weekdays,
    quiet: fromMinutes === null || toMinutes === null ? null : { fromMinutes, toMinutes },
    timezone: row.timezone,
    urgentPasses: row.urgent_passes,
    phone: row.phone,
  };
}

export function findSettings(db: Db, userId: string): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function upsertSettings(
  db: Tx,
  userId: string,
  settings: AlertSettings,
): Promise<void> {
  const values = {
    mail: [...settings.mail],
    sms: [...settings.sms],
    push: [...settings.push],
    venue_ids: settings.venueIds === null ? null : [...settings.venueIds],
    weekdays: [...settings.weekdays],
    quiet_from: settings.quiet?.fromMinutes ?? null,
    quiet_to: settings.quiet?.toMinutes ?? null,
    timezone: settings.timezone,
    urgent_passes: settings.urgentPasses,
    phone: settings.phone,
  };
  await db
    .insertInto('alert_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

const rolesWithAlerts = roles.filter((role) => grantOf('alerts.read', role) === 'y');

/** An account that may see alerts of an owner, with its address. */
export interface PersonRow {
  id: string;
  email: string;
  isOwner: boolean;
  /** Venues that it is limited to; null for all of the owner. */
  venueIds: readonly string[] | null;
  settings: AlertSettings;
}

/** The people of an owner who may see alerts: members in the order in which they joined, then the owner. */
export async function listPeopleWithAlerts(db: Db, ownerId: string): Promise<PersonRow[]> {
  const { rows } = await sql<{ id: string; email: string; venue_ids: string[] | null }>`
    select users.id, users.email, memberships.venue_ids
    from users left join memberships on memberships.user_id = users.id and memberships.owner_id = ${ownerId}
    where users.locked_at is null and (
      users.id = ${ownerId}
      or (memberships.state = 'active' and memberships.role = any(${rolesWithAlerts}::text[]))
    )
    order by users.id = ${ownerId}, memberships.created_at, users.id
  `.execute(db);
  const stored = await db
    .selectFrom('alert_settings')
    .selectAll()
    .where('user_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute();
  const owners = await listVenueOwners(db, [
    ...new Set(stored.flatMap((row) => row.venue_ids ?? [])),
  ]);
  return rows.map(({ id, email, venue_ids }) => {
    const isOwner = id === ownerId;
    const own = stored.find(({ user_id }) => user_id === id);
    const venueIds = isOwner ? null : venue_ids;
    const settings = settingsFor(ownerId, settingsFrom(own, isOwner), owners);
    return { id, email, isOwner, venueIds, settings };
  });
}

export async function listPeopleOfVenue(
  db: Db,
  { ownerId, venueId }: { ownerId: string; venueId: string },
): Promise<PersonRow[]> {
  const people = await listPeopleWithAlerts(db, ownerId);
  return people.filter(({ venueIds }) => venueIds === null || venueIds.includes(venueId));
}

/** Times on duty at venues that had not ended at this time, and began before the other, oldest first. */
export function listDuties(
  db: Db,
  venueIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<DutyRow[]> {
  return db
    .selectFrom('duties')
    .selectAll()
    .where('venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
    .where('until_at', '>', from)
    .where('from_at', '<=', until)
    .orderBy('from_at')
    .limit(10_000)
    .execute();
}

export async function insertDuty(db: Tx, duty: DutyRow): Promise<void> {
  await db
    .insertInto('duties')
    .values(duty)
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'user_id', 'from_at']).doUpdateSet({ until_at: duty.until_at }),
    )
    .execute();
}

/** Ends the time on duty of an account at a venue, if there is one. */
export async function endDuty(db: Tx, venueId: string, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('duties')
    .set({ until_at: at })
    .where('venue_id', '=', venueId)
    .where('user_id', '=', userId)
    .where('until_at', '>', at)
    .execute();
}

/**
 * The people as they were at a time.
 * @param duties of the venue
 */
export const peopleAt = (
  people: readonly PersonRow[],
  duties: readonly DutyRow[],
  atMs: number,
): Person[] =>
  people.map(({ id, isOwner, settings }) => {
    const duty = duties.find(
      ({ user_id, from_at, until_at }) =>
        user_id === id && from_at.getTime() <= atMs && until_at.getTime() > atMs,
    );
    return { userId: id, isOwner, settings, onTonightMs: duty?.from_at.getTime() ?? null };
  });
