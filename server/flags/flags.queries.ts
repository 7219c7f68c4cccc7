import type { Tx } from '../../db/tables/tables.ts';
import type { FlagContext } from '../adapters/flags/port.ts';

/** Returns whether a flag is on, locked until the transaction ends if it was ever switched. */
export async function lockFlag(
  db: Tx,
  { venueId, id }: FlagContext,
  flag: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('flag_switches')
    .select('enabled')
    .where('venue_id', '=', venueId)
    .where('target_id', '=', id)
    .where('flag', '=', flag)
    .forUpdate()
    .executeTakeFirst();
  return found?.enabled ?? false;
}

export async function upsertFlag(
  db: Tx,
  { venueId, id }: FlagContext,
  flag: string,
  enabled: boolean,
): Promise<void> {
  await db
    .insertInto('flag_switches')
    .values({ venue_id: venueId, target_id: id, flag, enabled })
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'target_id', 'flag']).doUpdateSet({ enabled }),
    )
    .execute();
}
