import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Shortage } from '../../rules/stock/restock.ts';
import type { MessageRow } from './messages.queries.ts';
import { newId } from '../shared/ids.ts';

export interface UnsentNotice {
  venue_id: string;
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  contacts: string[];
  venue_name: string;
  ingredient_name: string;
  owner_id: string;
  owner_email: string;
  percent: number;
  /** True when a notice of the same ingredient of the unit was sent within the hour before. */
  is_repeated: boolean;
}

/** Returns a notice that is still open, of a unit that still exists, with its recipients. */
export async function findUnsentNotice(
  db: Db,
  { venueId, id }: { venueId: string; id: string },
): Promise<UnsentNotice | undefined> {
  const notice = await db
    .selectFrom('restock_notices as notice')
    .innerJoin('units as unit', 'unit.id', 'notice.unit_id')
    .innerJoin('venues as venue', 'venue.id', 'notice.venue_id')
    .innerJoin('users as owner', 'owner.id', 'venue.owner_id')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .onRef('ingredient.venue_id', '=', 'notice.venue_id')
        .onRef('ingredient.id', '=', 'notice.ingredient_id'),
    )
    .select([
      'notice.venue_id',
      'notice.unit_id',
      'unit.unit_number',
      'unit.name as unit_name',
      'unit.contacts',
      'venue.name as venue_name',
      'ingredient.name as ingredient_name',
      'owner.id as owner_id',
      'owner.email as owner_email',
      'notice.percent',
      sql<string[]>`array(
        select earlier.id from restock_notices as earlier
        where earlier.venue_id = ${venueId}
          and earlier.unit_id = notice.unit_id and earlier.ingredient_id = notice.ingredient_id
          and earlier.id <> notice.id
          and earlier.noticed_at between notice.noticed_at - interval '1 hour' and notice.noticed_at
      )`.as('earlier_ids'),
    ])
    .where('notice.id', '=', id)
    .where('notice.venue_id', '=', venueId)
    .where('notice.resolved_at', 'is', null)
    .where('unit.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!notice) return undefined;
  const { earlier_ids: earlierIds, ...unsent } = notice;
  return { ...unsent, is_repeated: await hasSentMessage(db, earlierIds) };
}

/** Returns the venue of a notice; searches all venues. */
export async function findVenueOfNotice(db: Db, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('restock_notices')
    .select('venue_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.venue_id ?? null;
}

async function hasSentMessage(db: Db, noticeIds: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('messages')
    .select('id')
    .where('notice_id', '=', sql<string>`any(${noticeIds}::uuid[])`)
    .where('held_because', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface NoticeRow {
  id: string;
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  ingredient_id: string;
  ingredient_name: string;
  percent: number;
  noticed_at: Date;
  resolved_at: Date | null;
  messages: Pick<MessageRow, 'channel' | 'recipient' | 'state' | 'sent_at' | 'held_because'>[];
}

/** Lists notices newest first, with their messages: mails, then text messages, each by recipient. */
export async function listLatestNotices(
  db: Db,
  venueId: string,
  most: number,
): Promise<NoticeRow[]> {
  const notices = await db
    .selectFrom('restock_notices as notice')
    .innerJoin('units as unit', 'unit.id', 'notice.unit_id')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .onRef('ingredient.venue_id', '=', 'notice.venue_id')
        .onRef('ingredient.id', '=', 'notice.ingredient_id'),
    )
    .select([
      'notice.id',
      'notice.unit_id',
      'unit.unit_number',
      'unit.name as unit_name',
      'notice.ingredient_id',
      'ingredient.name as ingredient_name',
      'notice.percent',
      'notice.noticed_at',
      'notice.resolved_at',
    ])
    .where('notice.venue_id', '=', venueId)
    .orderBy('notice.noticed_at', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(most)
    .execute();
  const messages = await db
    .selectFrom('messages')
    .select(['notice_id', 'channel', 'recipient', 'state', 'sent_at', 'held_because'])
    .where('notice_id', '=', sql<string>`any(${notices.map(({ id }) => id)}::uuid[])`)
    .orderBy('channel')
    .orderBy('recipient')
    .execute();
  return notices.map((notice) => ({
    ...notice,
    messages: messages.filter(({ notice_id }) => notice_id === notice.id),
  }));
}

/** Opens a notice for each shortage without an open one; returns the ids of the new ones. */
export async function insertNotices(
  db: Tx,
  unit: UnitRef,
  shortages: readonly Shortage[],
  at: Date,
): Promise<string[]> {
  if (shortages.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into restock_notices (venue_id, id, unit_id, ingredient_id, percent, noticed_at)
    select ${unit.venue_id}::uuid, short.id, ${unit.id}::uuid, short.ingredient_id, short.percent, ${at}::timestamptz
    from unnest(
      ${shortages.map(() => newId(at))}::uuid[],
      ${shortages.map(({ ingredientId }) => ingredientId)}::uuid[],
      ${shortages.map(({ percent }) => percent)}::smallint[]
    ) as short (id, ingredient_id, percent)
    on conflict (venue_id, unit_id, ingredient_id) where resolved_at is null do nothing
    returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Resolves the notices of all ingredients of the unit but these. */
export async function resolveOtherNotices(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('restock_notices')
    .set({ resolved_at: at })
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '<>', sql<string>`all(${[...ingredientIds]}::uuid[])`)
    .where('resolved_at', 'is', null)
    .execute();
}

export async function resolveNotice(
  db: Db,
  { venueId, id }: { venueId: string; id: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('restock_notices')
    .set({ resolved_at: at })
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}
