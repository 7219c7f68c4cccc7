import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { FilesTable } from '../../db/tables/venues.ts';
import type { Db, Tables } from '../../db/tables/tables.ts';

const lastUsed = ({ fn }: ExpressionBuilder<Tables, 'files'>) =>
  fn.coalesce('files.accepted_at', 'files.created_at');

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
 * Returns the keys of up to `most` files that were last used before `before` and that no ingredient and no delivery shows.
 * Those are collected first, as Citus joins no local table with a distributed one.
 */
export async function findUnusedFiles(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .with(
      (cte) => cte('shown').materialized(),
      (shown) =>
        shown
          .selectFrom('ingredients')
          .select('image_url as key')
          .where('image_url', '<>', '')
          .union(
            shown
              .selectFrom('deliveries')
              .select((delivery) => delivery.ref('invoice_key').$notNull().as('key'))
              .where('invoice_key', 'is not', null),
          ),
    )
    .selectFrom('files')
    .select('key')
    .where(lastUsed, '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('shown').select('shown.key').whereRef('shown.key', '=', 'files.key'),
        ),
      ),
    )
    .limit(most)
    .execute();
  return rows.map(({ key }) => key);
}

/** Deletes the records of files that were not used since `before` meanwhile, and returns their keys. */
export async function deleteFiles(
  db: Db,
  keys: readonly string[],
  before: Date,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('files')
    .where('key', 'in', keys)
    .where(lastUsed, '<', before)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}
