import type { Insertable, Selectable } from 'kysely';
import type { FilesTable } from '../../db/tables/files.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export async function insertFile(db: Db, file: Insertable<FilesTable>): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

/** Counts the upload URLs issued to an owner since `since` and not used, with the time of the first. */
export function countIssued(
  db: Db,
  ownerId: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('created_at').$castTo<Date | null>().as('oldest'),
    ])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'issued')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
}

export function findFile(
  db: Db,
  ownerId: string,
  key: string,
): Promise<Selectable<FilesTable> | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Returns false when the file no longer exists. */
export async function markStored(
  db: Db,
  id: string,
  { sizeBytes, at }: { sizeBytes: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'stored', size_bytes: sizeBytes, accepted_at: at })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}

/**
 * Deletes up to `most` file records that were last used before `before` and that no ingredient shows, and returns their
 * keys.
 */
export async function deleteUnusedFiles(db: Tx, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('files')
    .where('id', 'in', (file) =>
      file
        .selectFrom('files')
        .select('id')
        .where((row) => row.fn.coalesce('accepted_at', 'created_at'), '<', before)
        .where('key', 'in', (row) =>
          row
            .selectFrom('files')
            .select('key')
            .except(row.selectFrom('ingredients').select('image_url as key')),
        )
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}
