/** Who may get messages about the alerts of a venue. */
import { type Selectable, sql } from 'kysely';
import type { AlertSettingsTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { AlertKind } from '../../rules/alerts/alert-kinds.ts';
import { alertKinds } from '../../rules/alerts/alert-kinds.ts';
import {
  type AlertSettings,
  type Person,
  usualAlertSettings,
} from '../../rules/alerts/notified-people.ts';
import { settingsFor } from '../../rules/alerts/venues-of-settings.ts';
import { listVenueOwners } from '../venues/venues.queries.ts';
import { grantOf, roles } from '../../rules/permissions/roles.ts';

type SettingsRow = Selectable<AlertSettingsTable>;

export interface DutyRow {
  venue_id: string;
  user_id: string;
  from_at: Date;
  until_at: Date;
}

const isKind = (kind: string): kind is AlertKind => alertKinds.some((one) => one === kind);

/** Kinds of a later release are left out. */
const kindsOf = (kinds: readonly string[]): AlertKind[] => kinds.filter(isKind);

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
