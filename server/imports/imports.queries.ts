/** Records of imports of past sales. */
import type { Insertable, Selectable } from 'kysely';
import type { ImportsTable, RejectedLinesTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type ImportRow = Selectable<ImportsTable>;

interface ImportRef {
  venue_id: string;
  id: string;
}

export async function insertImport(
  db: Db,
  row: Pick<
    ImportRow,
    'venue_id' | 'id' | 'unit_id' | 'file_name' | 'bytes' | 'columns' | 'started_at' | 'started_by'
  >,
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
    | 'bytes_read'
    | 'taken_back'
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

/** True while an import of the venue is at work, by a process that was seen since `lost`. */
export async function isImporting(db: Db, venueId: string, lost: Date): Promise<boolean> {
  const found = await db
    .selectFrom('imports')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('state', 'in', ['running', 'taking back'])
    .where('seen_at', '>=', lost)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type ShownImport = ImportRow & { unit_number: number; unit_name: string | null };

const shownImports = (db: Db, venueId: string) =>
  db
    .selectFrom('imports')
    .innerJoin('units', 'units.id', 'imports.unit_id')
    .selectAll('imports')
    .select(['units.unit_number', 'units.name as unit_name'])
    .where('imports.venue_id', '=', venueId);

/** A page of the imports of a venue, newest first, and the number of all. */
export async function listImports(
  db: Db,
  venueId: string,
  { current, size }: { current: number; size: number },
): Promise<{ rows: ShownImport[]; total: number }> {
  const page = shownImports(db, venueId)
    .orderBy('imports.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const count = db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .executeTakeFirstOrThrow();
  const [rows, { count: total }] = await Promise.all([page, count]);
  return { rows, total };
}

export async function findShownImport(
  db: Db,
  { venue_id, id }: ImportRef,
): Promise<ShownImport | null> {
  const found = await shownImports(db, venue_id).where('imports.id', '=', id).executeTakeFirst();
  return found ?? null;
}

// Rejected lines of imports.

export async function insertRejectedLines(
  db: Db,
  rows: Insertable<RejectedLinesTable>[],
): Promise<void> {
  await db
    .insertInto('rejected_lines')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The rejected lines of an import, in the order of its file. */
export function listRejectedLines(
  db: Db,
  { venue_id, id }: ImportRef,
): Promise<Pick<Selectable<RejectedLinesTable>, 'line' | 'reason' | 'cells'>[]> {
  return db
    .selectFrom('rejected_lines')
    .select(['line', 'reason', 'cells'])
    .where('venue_id', '=', venue_id)
    .where('import_id', '=', id)
    .orderBy('line')
    .execute();
}

// Choices of a venue, offered again for a file with the same columns.

export async function findMapping(
  db: Db,
  venueId: string,
  headerHash: Buffer,
): Promise<Record<string, unknown> | null> {
  const found = await db
    .selectFrom('import_mappings')
    .select('choices')
    .where('venue_id', '=', venueId)
    .where('header_hash', '=', headerHash)
    .executeTakeFirst();
  return found?.choices ?? null;
}

export async function storeMapping(
  db: Tx,
  row: { venue_id: string; header_hash: Buffer; choices: object; used_at: Date },
): Promise<void> {
  const stored = { choices: JSON.stringify(row.choices), used_at: row.used_at };
  await db
    .insertInto('import_mappings')
    .values({ ...row, ...stored })
    .onConflict((conflict) => conflict.columns(['venue_id', 'header_hash']).doUpdateSet(stored))
    .execute();
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
