import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
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
    insert into jobs (id, kind, key, payload, run_at)
    select gen_random_uuid(), 'announce restock', 'announce restock ' || id,
      jsonb_build_object('noticeId', id), ${at}::timestamptz
    from opened
  `.execute(db);
}

/** Resolves the notices of these ingredients of the unit. */
export async function resolveNotices(
  db: Tx,
  unitId: string,
  ingredientIds: readonly string[],
  at: Date,
): Promise<void> {
  if (ingredientIds.length === 0) return;
  await db
    .updateTable('restock_notices')
    .set({ resolved_at: at })
    .where('unit_id', '=', unitId)
    .where('ingredient_id', 'in', ingredientIds)
    .where('resolved_at', 'is', null)
    .execute();
}
