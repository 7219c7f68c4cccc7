/** Alerts of venues and their log. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AlertEventsTable, AlertsTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { reopensWithinMs } from '../../rules/alerts/alert-life.ts';
import type { Scope } from '../../rules/permissions.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

export type AlertRow = Selectable<AlertsTable>;
type AlertRef = Pick<AlertRow, 'venue_id' | 'id'>;

/** An alert with its unit, and those who have acknowledged or resolved it. */
export interface ListedAlert extends AlertRow {
  unit_number: number | null;
  unit_name: string | null;
}

/** Open alerts of a venue, those resolved a short while ago, and those resolved by a person while the cause lasts. */
export function listKnownAlerts(db: Db, venueId: string, now: Date): Promise<AlertRow[]> {
  // Half an hour after the end of the cause, and as long as the longest wait before an alert is resolved.
  const since = new Date(now.getTime() - 2 * reopensWithinMs);
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where((where) =>
      where.or([
        where('resolved_at', 'is', null),
        where('cause_ended_at', 'is', null),
        where('cause_ended_at', '>', since),
      ]),
    )
    .execute();
}

export async function insertAlert(db: Tx, alert: Insertable<AlertsTable>): Promise<void> {
  await db.insertInto('alerts').values(alert).execute();
}

export async function updateAlertRow(
  db: Tx,
  { venue_id, id }: AlertRef,
  changes: Updateable<AlertsTable>,
): Promise<void> {
  await db
    .updateTable('alerts')
    .set(changes)
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Stores that the causes of these alerts are there, with what is new about them. */
export async function markSeen(
  db: Tx,
  venueId: string,
  at: Date,
  seen: readonly { id: string; text: string; severity: string }[],
): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    update alerts set last_seen_at = ${at}, text = seen.text, severity = seen.severity
    from unnest(
      ${seen.map(({ id }) => id)}::uuid[],
      ${seen.map(({ text }) => text)}::text[],
      ${seen.map(({ severity }) => severity)}::text[]
    ) as seen (id, text, severity)
    where alerts.venue_id = ${venueId} and alerts.id = seen.id
  `.execute(db);
}

export async function insertEvents(
  db: Tx,
  events: readonly Insertable<AlertEventsTable>[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('alert_events')
    .values([...events])
    .execute();
}

const listed = (db: Db) =>
  db
    .selectFrom('alerts')
    .leftJoin('units', 'units.id', 'alerts.unit_id')
    .selectAll('alerts')
    .select(['units.unit_number', 'units.name as unit_name']);

/** Most open alerts of a list. */
export const mostOpen = 200;

/** Open alerts of a venue, newest first. */
export function listOpenAlerts(db: Db, venueId: string): Promise<ListedAlert[]> {
  return listed(db)
    .where('alerts.venue_id', '=', venueId)
    .where('alerts.resolved_at', 'is', null)
    .orderBy('alerts.id', 'desc')
    .limit(mostOpen)
    .execute();
}

/** Those of the alerts that the venue has, in any order. */
export async function listAlertsById(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<ListedAlert[]> {
  if (ids.length === 0) return [];
  return listed(db)
    .where('alerts.venue_id', '=', venueId)
    .where(sql<boolean>`alerts.id = any(${[...ids]}::uuid[])`)
    .execute();
}

/** Resolved alerts of a venue, newest first. */
export function listResolvedAlerts(
  db: Db,
  venueId: string,
  { before, size }: { before: string | undefined; size: number },
): Promise<ListedAlert[]> {
  return listed(db)
    .where('alerts.venue_id', '=', venueId)
    .where('alerts.resolved_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('alerts.id', '<', before ?? ''))
    .orderBy('alerts.id', 'desc')
    .limit(size)
    .execute();
}

/** Returns the alert, if its venue is in scope. */
export async function findAlert(db: Db, id: string, scope: Scope): Promise<ListedAlert | null> {
  const found = await listed(db)
    .innerJoin('venues', 'venues.id', 'alerts.venue_id')
    .where('alerts.id', '=', id)
    .where(shardCondition('alerts.venue_id'))
    .where(venueScope(scope))
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the alert, locked until the transaction ends. */
export function lockAlert(db: Tx, { venue_id, id }: AlertRef): Promise<AlertRow | undefined> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** True where an alert of this cause is open. */
export async function isCauseOpen(
  db: Tx,
  { venue_id, key }: Pick<AlertRow, 'venue_id' | 'key'>,
): Promise<boolean> {
  const open = await db
    .selectFrom('alerts')
    .select('id')
    .where('venue_id', '=', venue_id)
    .where('key', '=', key)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

export interface WaitingAlerts {
  all: number;
  urgent: number;
}

/** Alerts that are not acknowledged, snoozed or resolved. */
export async function countWaiting(db: Db, venueId: string, now: Date): Promise<WaitingAlerts> {
  const { rows } = await sql<WaitingAlerts>`
    select count(*)::int as all, (count(*) filter (where severity = 'urgent'))::int as urgent
    from alerts
    where venue_id = ${venueId} and resolved_at is null and acknowledged_at is null
      and (snoozed_until is null or snoozed_until <= ${now})
  `.execute(db);
  return rows[0] ?? { all: 0, urgent: 0 };
}

export function listEvents(
  db: Db,
  { venue_id, id }: AlertRef,
): Promise<Selectable<AlertEventsTable>[]> {
  return db
    .selectFrom('alert_events')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('alert_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** An alert was opened, opened again or resolved. */
export interface TurnOfAlert {
  venue_id: string;
  alert_id: string;
  id: string;
  at: Date;
  kind: 'opened' | 'reopened' | 'resolved';
}

/** When alerts of the venues were opened and resolved after this time, oldest first. */
export async function listTurns(
  db: Db,
  venueIds: readonly string[],
  after: Date,
): Promise<TurnOfAlert[]> {
  const { rows } = await sql<TurnOfAlert>`
    select venue_id, alert_id, id, at, kind from alert_events
    where venue_id = any(${venueIds}::uuid[]) and at > ${after} and kind in ('opened', 'reopened', 'resolved')
    order by at, id
    limit 10000
  `.execute(db);
  return rows;
}

/** An announcement, and when its alert was acknowledged, snoozed or resolved after it. */
export interface PastAnnouncement {
  venue_id: string;
  alert_id: string;
  kind: string;
  severity: string;
  at: Date;
  ended_at: Date | null;
}

/** Announcements of the venues since a time, oldest first. */
export async function listAnnouncements(
  db: Db,
  venueIds: readonly string[],
  since: Date,
): Promise<PastAnnouncement[]> {
  if (venueIds.length === 0) return [];
  const { rows } = await sql<PastAnnouncement>`
    select event.venue_id, event.alert_id, alert.kind, event.announced as severity, event.at, (
      select min(later.at) from alert_events as later
      where later.venue_id = event.venue_id and later.alert_id = event.alert_id and later.at >= event.at
        and later.kind in ('acknowledged', 'snoozed', 'resolved')
    ) as ended_at
    from alert_events as event
    join alerts as alert on alert.venue_id = event.venue_id and alert.id = event.alert_id
    where event.venue_id = any(${venueIds}::uuid[]) and event.at > ${since} and event.announced is not null
    order by event.at, event.id
    limit 10000
  `.execute(db);
  return rows;
}

/** Names of these accounts. */
export async function listNames(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, { name: string; first_name: string | null; last_name: string | null }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name'])
    .where('id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

// When the causes of each venue are looked for next.

/** Adds venues that are not looked at yet; they are due at once. */
export async function insertMissingWatches(db: Db, now: Date): Promise<void> {
  await sql`
    insert into alert_watches (venue_id, check_at)
    select id, ${now}::timestamptz from venues
    where not exists (select from alert_watches where alert_watches.venue_id = venues.id)
    on conflict do nothing
  `.execute(db);
}

/** Claims venues that are due until this time; of several workers, one gets each. */
export async function claimWatches(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ venue_id: string }>`
    update alert_watches set check_at = ${until}
    where venue_id in (
      select venue_id from alert_watches where check_at <= ${now}
      order by check_at, venue_id limit ${most}
      for update skip locked
    )
    returning venue_id
  `.execute(db);
  return rows.map(({ venue_id }) => venue_id);
}

export async function findPending(db: Db, venueId: string): Promise<Record<string, number>> {
  const found = await db
    .selectFrom('alert_watches')
    .select('pending')
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return found?.pending ?? {};
}

/**
 * Locks the watch of a venue until the transaction ends, for a check that began at this time. Returns false when one that
 * began later was stored meanwhile; one that began much later was that of a clock that was ahead.
 */
export async function lockWatch(db: Tx, venueId: string, readAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into alert_watches (venue_id, check_at, read_at) values (${venueId}, ${readAt}, ${readAt})
    on conflict (venue_id) do update set read_at = excluded.read_at
    where alert_watches.read_at is null or alert_watches.read_at <= excluded.read_at
      or alert_watches.read_at > excluded.read_at + interval '1 hour'
    returning venue_id
  `.execute(db);
  return rows.length > 0;
}

/** Locks the watch of a venue until the transaction ends, so that its alerts are not checked meanwhile. */
export async function holdWatch(db: Tx, venueId: string): Promise<void> {
  await db
    .selectFrom('alert_watches')
    .select('venue_id')
    .where('venue_id', '=', venueId)
    .forUpdate()
    .execute();
}

export async function storeCheck(
  db: Tx,
  venueId: string,
  { checkAt, pending, isChanged }: { checkAt: Date; pending: object; isChanged: boolean },
): Promise<void> {
  await sql`
    update alert_watches set check_at = ${checkAt}, pending = ${JSON.stringify(pending)}::jsonb,
      version = version + ${isChanged ? 1 : 0}
    where venue_id = ${venueId}
  `.execute(db);
}

/** How often the alerts of these venues have changed; nothing for a venue that was never looked at. */
export async function listVersions(
  db: Db,
  venueIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alert_watches')
    .select(['venue_id', 'version'])
    .where('venue_id', 'in', [...venueIds])
    .execute();
  return new Map(rows.map(({ venue_id, version }) => [venue_id, version]));
}
