/** Records of imports of past sales. */
import type { Selectable } from 'kysely';
import type { ImportsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables/tables.ts';

export type ImportRow = Selectable<ImportsTable>;

interface ImportRef {
  venue_id: string;
  id: string;
}

export async function insertImport(
  db: Db,
  row: Pick<ImportRow, 'venue_id' | 'id' | 'unit_id' | 'file_name' | 'started_at' | 'started_by'>,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({ ...row, state: 'running', seen_at: row.started_at })
    .execute();
}

type Progress = Partial<
  Pick<
    ImportRow,
    | 'state'
    | 'ended_at'
    | 'error'
    | 'stored'
    | 'refunded'
    | 'already_there'
    | 'left_out'
    | 'rejected'
    | 'amount_cents'
  >
>;

export async function updateImport(
  db: Db,
  { venue_id, id }: ImportRef,
  progress: Progress & { seen_at: Date },
): Promise<void> {
  await db
    .updateTable('imports')
    .set(progress)
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Marks an import as being taken back. False when it is at work, by a process that was seen after `lost`, or taken back
 * already.
 */
export async function claimImport(
  db: Db,
  { venue_id, id }: ImportRef,
  { at, lost }: { at: Date; lost: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable('imports')
    .set({ state: 'taking back', seen_at: at, ended_at: null, error: null })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .where((row) => row.or([row('state', 'in', ['done', 'stopped']), row('seen_at', '<', lost)]))
    .where('state', '<>', 'taken back')
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

export async function findImport(db: Db, { venue_id, id }: ImportRef): Promise<ImportRow | null> {
  const found = await db
    .selectFrom('imports')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}
