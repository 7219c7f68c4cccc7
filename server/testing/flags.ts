/** Test helper: flags switched in the database, without a super admin. */
import type { Db } from '../../db/tables/tables.ts';
import type { FlagName } from '../../contract/flags.ts';

/** A venue, or a unit of one. */
export interface FlagTarget {
  venueId: string;
  unitId?: string;
}

export async function switchFlag(
  db: Db,
  { venueId, unitId = venueId }: FlagTarget,
  flag: FlagName,
  enabled = true,
): Promise<void> {
  await db
    .insertInto('flag_switches')
    .values({ venue_id: venueId, target_id: unitId, flag, enabled })
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'target_id', 'flag']).doUpdateSet({ enabled }),
    )
    .execute();
}
