/** Levels of storerooms. Each change is a movement of the stock ledger. */
import { sql } from 'kysely';
import type { StockMovementsTable } from '../../db/tables/stock.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { insertMovements } from './movements.queries.ts';

interface StoreChange {
  venueId: string;
  storeId: string;
  ingredientId: string;
  at: Date;
  kind: StockMovementsTable['kind'];
  actorId: string | null;
  key: string | null;
}

/** Locks the storerooms of a venue against changes of what is in them. */
export async function lockStores(db: Tx, venueId: string): Promise<void> {
  await sql`
    select id from stores where venue_id = ${venueId} order by id for no key update
  `.execute(db);
}

/**
 * Sets what a storeroom has of an ingredient, and records the movement, also one of 0 ml. The caller holds the lock.
 */
export async function setStoreLevel(
  db: Tx,
  { venueId, storeId, ingredientId, at, kind, actorId, key }: StoreChange,
  levelOf: (beforeMl: number) => number,
): Promise<void> {
  const row = await db
    .selectFrom('store_levels')
    .select('remaining_ml')
    .where('venue_id', '=', venueId)
    .where('store_id', '=', storeId)
    .where('ingredient_id', '=', ingredientId)
    .executeTakeFirst();
  const before = row?.remaining_ml ?? 0;
  const after = levelOf(before);
  await db
    .insertInto('store_levels')
    .values({
      venue_id: venueId,
      store_id: storeId,
      ingredient_id: ingredientId,
      remaining_ml: after,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'store_id', 'ingredient_id'])
        .doUpdateSet({ remaining_ml: after }),
    )
    .execute();
  await insertMovements(db, [
    {
      venue_id: venueId,
      id: newId(at),
      at,
      store_id: storeId,
      ingredient_id: ingredientId,
      kind,
      ml: (Math.round(after * 100) - Math.round(before * 100)) / 100,
      level_before_ml: before,
      level_after_ml: after,
      actor_id: actorId,
      key,
    },
  ]);
}
