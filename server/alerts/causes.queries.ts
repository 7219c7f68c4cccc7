/** What is wrong at a venue, apart from the health of its units and its stock. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { listVenueIds } from '../venues/venues.queries.ts';
import type { Cause as CaseCauseName } from '../../rules/cases/cases.ts';

export interface FailingPlace {
  unit_id: string;
  group_id: string;
  cause: CaseCauseName;
  position: number | null;
  ingredient: string | null;
  glasses: number;
  first_at: Date;
  last_at: Date;
}

/** Groups of open cases with at least as many glasses that were not poured, the last of them since this time. */
export async function listFailingPlaces(
  db: Db,
  venueId: string,
  { since, least }: { since: Date; least: number },
): Promise<FailingPlace[]> {
  const { rows } = await sql<FailingPlace>`
    select grouped.*, ingredients.name as ingredient
    from (
      select unit_id, group_id, cause, position, ingredient_id, sum(failed_glasses)::int as glasses,
        min(sold_at) as first_at, max(sold_at) as last_at
      from pour_cases
      where venue_id = ${venueId} and state <> 'resolved'
      group by unit_id, group_id, cause, position, ingredient_id
      having sum(failed_glasses) >= ${least} and max(sold_at) > ${since}
    ) as grouped
    left join ingredients on ingredients.venue_id = ${venueId} and ingredients.id = grouped.ingredient_id
  `.execute(db);
  return rows;
}

/** Number of refunds that were requested before this time and are not settled. */
export async function countStuckRefunds(db: Db, venueId: string, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('venue_id', '=', venueId)
    .where('state', '=', 'requested')
    .where('requested_at', '<', before)
    .executeTakeFirstOrThrow();
  return count;
}

/** True when a drink was not refunded automatically since this time, because of the cap, and still waits. */
export async function isCapReached(db: Db, venueId: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('pour_cases')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('state', '<>', 'resolved')
    .where('capped_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Units of a venue for which a revoked key was used since this time. */
export async function listUnitsOfRevokedKeys(
  db: Db,
  venueId: string,
  since: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('unit_keys')
    .select('unit_id')
    .distinct()
    .where('venue_id', '=', venueId)
    .where('refused_at', '>', since)
    .execute();
  return rows.map(({ unit_id }) => unit_id);
}

export interface OpenNotice {
  id: string;
  unit_id: string;
  ingredient_id: string;
  percent: number;
  noticed_at: Date;
  ingredient: string;
}

export function listOpenNotices(db: Db, venueId: string): Promise<OpenNotice[]> {
  return db
    .selectFrom('restock_notices as notice')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'notice.venue_id')
        .onRef('ingredients.id', '=', 'notice.ingredient_id'),
    )
    .innerJoin('units', 'units.id', 'notice.unit_id')
    .select(['notice.id', 'notice.unit_id', 'notice.ingredient_id', 'notice.percent'])
    .select(['notice.noticed_at', 'ingredients.name as ingredient'])
    .where('notice.venue_id', '=', venueId)
    .where('notice.resolved_at', 'is', null)
    .where('units.deleted_at', 'is', null)
    .execute();
}

/** Number of messages of restock notices, and about alerts, that could not be delivered since this time. */
export async function countUndelivered(db: Db, venueId: string, since: Date): Promise<number> {
  const notices = await db
    .selectFrom('restock_notices')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('noticed_at', '>', since)
    .orderBy('noticed_at', 'desc')
    .limit(500)
    .execute();
  const ofNotices =
    notices.length === 0
      ? 0
      : (
          await db
            .selectFrom('messages')
            .select(sql<number>`count(*)::int`.as('count'))
            .where('notice_id', '=', sql<string>`any(${notices.map(({ id }) => id)}::uuid[])`)
            .where('state', '=', 'failed')
            .where('held_because', 'is', null)
            .executeTakeFirstOrThrow()
        ).count;
  const { count } = await db
    .selectFrom('alert_events')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('venue_id', '=', venueId)
    .where('at', '>', since)
    .where('kind', '=', 'undelivered')
    // Those without a confirmed address have a note.
    .where('note', '=', '')
    .executeTakeFirstOrThrow();
  return ofNotices + count;
}

/**
 * Webhooks that were turned off after three days without a delivery, at the venue that shows them: the first of theirs, or
 * of the owner.
 */
export async function listFailedWebhooks(
  db: Db,
  venueId: string,
): Promise<{ id: string; url: string }[]> {
  const failed = await db
    .selectFrom('webhooks')
    .innerJoin('venues', 'venues.owner_id', 'webhooks.owner_id')
    .select(['webhooks.id', 'webhooks.url', 'webhooks.venue_ids', 'webhooks.owner_id'])
    .where('venues.id', '=', venueId)
    .where('webhooks.state', '=', 'failed')
    .execute();
  const [first] = failed;
  if (!first) return [];
  const own = await listVenueIds(db, first.owner_id);
  return failed.filter(({ venue_ids: chosen }) => firstVenue(chosen ?? own) === venueId);
}

/** The venue of these that was added first. */
export const firstVenue = (venueIds: readonly string[]): string | undefined =>
  venueIds.toSorted()[0];
