import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Shortage } from '../../rules/stock/restock.ts';
import { newId } from '../shared/ids.ts';

/** Opens a notice for each shortage without an open one, and queues its send job; in one statement. */
export async function openNotices(
  db: Tx,
  unit: { id: string; venue_id: string },
  shortages: readonly Shortage[],
  at: Date,
): Promise<void> {
  if (shortages.length === 0) return;
  await sql`
    with opened as (
      insert into restock_notices (venue_id, id, unit_id, ingredient_id, percent, noticed_at)
      select ${unit.venue_id}::uuid, short.id, ${unit.id}::uuid, short.ingredient_id, short.percent, ${at}::timestamptz
      from unnest(
        ${shortages.map(() => newId(at))}::uuid[],
        ${shortages.map(({ ingredientId }) => ingredientId)}::uuid[],
        ${shortages.map(({ percent }) => percent)}::smallint[]
      ) as short (id, ingredient_id, percent)
      on conflict (unit_id, ingredient_id) where resolved_at is null do nothing
      returning id
    )
    select queue_job('announce restock', 'announce restock ' || id, jsonb_build_object('noticeId', id), now())
    from opened
  `.execute(db);
}

/** Resolves the notices of all ingredients of the unit but these. */
export async function resolveOtherNotices(
  db: Tx,
  unitId: string,
  ingredientIds: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('restock_notices')
    .set({ resolved_at: at })
    .where('unit_id', '=', unitId)
    .where('ingredient_id', '<>', sql<string>`all(${[...ingredientIds]}::uuid[])`)
    .where('resolved_at', 'is', null)
    .execute();
}

export async function resolveNotice(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('restock_notices').set({ resolved_at: at }).where('id', '=', id).execute();
}
