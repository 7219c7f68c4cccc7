/** When the causes of each venue are looked for next. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

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

/** Counts a change of the alerts of a venue that no check has made. */
export async function countChange(db: Tx, venueId: string, at: Date): Promise<void> {
  await sql`
    insert into alert_watches (venue_id, check_at, version) values (${venueId}, ${at}, 1)
    on conflict (venue_id) do update set version = alert_watches.version + 1
  `.execute(db);
}
