import { type Insertable, type Selectable, sql } from 'kysely';
import type { RenderingsTable } from '../../db/tables/venues.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { LiveRendering } from '../shared/deps.ts';

export type RenderingRow = Selectable<RenderingsTable>;

/** A live rendering, and the one it has replaced. */
export interface ShownRow extends RenderingRow {
  previous_id: string | null;
  previous_deployed_at: Date | null;
}

const mostListed = 5000;

const shown = (db: Db) =>
  db
    .selectFrom('renderings as live')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('renderings as earlier')
          .select(['earlier.id as previous_id', 'earlier.deployed_at as previous_deployed_at'])
          .whereRef('earlier.path_name', '=', 'live.path_name')
          .where('earlier.replaced_at', 'is not', null)
          .orderBy('earlier.replaced_at', 'desc')
          .limit(1)
          .as('previous'),
      (join) => join.onTrue(),
    )
    .selectAll('live')
    .select(['previous_id', 'previous_deployed_at']);

/** Lists renderings newest first. */
export const listShown = (db: Db): Promise<ShownRow[]> =>
  shown(db)
    .where('live.replaced_at', 'is', null)
    .orderBy('live.deployed_at', 'desc')
    .orderBy('live.id', 'desc')
    .limit(mostListed)
    .execute();

/** Finds it even when it was replaced meanwhile; null when it was deleted. */
export async function findShown(db: Db, id: string): Promise<ShownRow | null> {
  return (await shown(db).where('live.id', '=', id).executeTakeFirst()) ?? null;
}

export async function findRendering(db: Db, id: string): Promise<RenderingRow | null> {
  const found = await db
    .selectFrom('renderings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

export async function findLive(db: Db, pathName: string): Promise<RenderingRow | null> {
  const found = await db
    .selectFrom('renderings')
    .selectAll()
    .where('path_name', '=', pathName)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Advisory lock: no other process changes the rendering at this path until the transaction ends. */
export async function lockPath(db: Tx, pathName: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rendering ${pathName}`}, 0))`.execute(
    db,
  );
}

export async function insertRendering(db: Tx, row: Insertable<RenderingsTable>): Promise<void> {
  await db.insertInto('renderings').values(row).execute();
}

/** @param replacedAt null restores it */
export async function markReplaced(db: Tx, id: string, replacedAt: Date | null): Promise<void> {
  await db
    .updateTable('renderings')
    .set({ replaced_at: replacedAt })
    .where('id', '=', id)
    .execute();
}

/** Deletes the replaced renderings at a path, or all of them; their folders are then orphaned. */
export async function deleteAtPath(
  db: Tx,
  pathName: string,
  which: 'replaced' | 'all',
): Promise<string[]> {
  const rows = await db
    .deleteFrom('renderings')
    .where('path_name', '=', pathName)
    .$if(which === 'replaced', (query) => query.where('replaced_at', 'is not', null))
    .returning('folder')
    .execute();
  return rows.map(({ folder }) => folder);
}

export async function isFolderKnown(db: Db, folder: string): Promise<boolean> {
  const found = await db
    .selectFrom('renderings')
    .select('id')
    .where('folder', '=', folder)
    .executeTakeFirst();
  return found !== undefined;
}

export const listLive = (db: Db): Promise<LiveRendering[]> =>
  db
    .selectFrom('renderings')
    .select(['path_name', 'folder', 'entry_page_path', 'deployed_at'])
    .where('replaced_at', 'is', null)
    .execute();
