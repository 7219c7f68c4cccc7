import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Shortage } from '../../rules/stock/restock.ts';
import { newId } from '../shared/ids.ts';

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
