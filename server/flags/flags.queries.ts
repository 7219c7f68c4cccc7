import type { Tx } from '../../db/tables/tables.ts';
import type { FlagContext } from '../adapters/flags/port.ts';

export async function upsertFlag(
  db: Tx,
  { kind, key }: FlagContext,
  flag: string,
  enabled: boolean,
): Promise<void> {
  await db
    .insertInto('flag_switches')
    .values({ kind, key, flag, enabled })
    .onConflict((conflict) => conflict.columns(['kind', 'key', 'flag']).doUpdateSet({ enabled }))
    .execute();
}

/** Renames the flags of a venue, which are keyed by its name. Existing flags of the new name win. */
export async function renameFlags(db: Tx, from: string, to: string): Promise<void> {
  const taken = db
    .selectFrom('flag_switches')
    .select('flag')
    .where('kind', '=', 'venue')
    .where('key', '=', to);
  await db
    .updateTable('flag_switches')
    .set({ key: to })
    .where('kind', '=', 'venue')
    .where('key', '=', from)
    .where('flag', 'not in', taken)
    .execute();
}
