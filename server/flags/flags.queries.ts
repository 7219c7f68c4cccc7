import type { Tx } from '../../db/tables/tables.ts';
import type { FlagContext } from '../adapters/flags/port.ts';

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
