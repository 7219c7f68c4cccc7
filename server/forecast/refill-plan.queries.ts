/** Times of day at which venues are refilled. */
import type { Db, Tx } from '../../db/tables/tables.ts';

/** In minutes after midnight; null for a venue without a plan. */
export async function findRefillPlan(db: Db, venueId: string): Promise<number | null> {
  const row = await db
    .selectFrom('refill_plans')
    .select('at_minutes')
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return row?.at_minutes ?? null;
}

export async function storeRefillPlan(
  db: Tx,
  venueId: string,
  atMinutes: number | null,
): Promise<void> {
  if (atMinutes === null) {
    await db.deleteFrom('refill_plans').where('venue_id', '=', venueId).execute();
    return;
  }
  await db
    .insertInto('refill_plans')
    .values({ venue_id: venueId, at_minutes: atMinutes })
    .onConflict((conflict) => conflict.column('venue_id').doUpdateSet({ at_minutes: atMinutes }))
    .execute();
}
