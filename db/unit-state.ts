import type { Db } from './tables/tables.ts';
import type { UnitRef } from './tables/units.ts';

/** Inserts the row that orders of a new unit lock, unless the trigger for processes of an earlier release has done so. */
export async function insertUnitState(db: Db, { venue_id, id }: UnitRef): Promise<void> {
  await db
    .insertInto('unit_state')
    .values({ venue_id, unit_id: id })
    .onConflict((conflict) => conflict.columns(['venue_id', 'unit_id']).doNothing())
    .execute();
}
