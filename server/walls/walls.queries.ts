/** Wall displays and their keys. */
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { WallsTable } from '../../db/tables/venues.ts';

export interface WallOfKey {
  id: string;
  venue_id: string;
  owner_id: string;
  hide_money: boolean;
}

/** Wall displays that are in use, of venues whose owner is not locked. */
const inUse = (db: Db) =>
  db
    .selectFrom('walls')
    .innerJoin('venues', 'venues.id', 'walls.venue_id')
    .innerJoin('users', 'users.id', 'venues.owner_id')
    .select(['walls.id', 'walls.venue_id', 'venues.owner_id', 'walls.hide_money'])
    .where('walls.revoked_at', 'is', null)
    .where('users.locked_at', 'is', null);

/** Returns the wall display of this key; null where it was revoked. */
export async function findWallByKey(db: Db, keyHash: Buffer): Promise<WallOfKey | null> {
  return (await inUse(db).where('walls.key_hash', '=', keyHash).executeTakeFirst()) ?? null;
}

/** Returns those of the wall displays that are in use. */
export const listWallsById = (db: Db, ids: readonly string[]): Promise<WallOfKey[]> =>
  inUse(db)
    .where('walls.id', 'in', [...ids])
    .execute();

const minuteMs = 60_000;

/** Stores that these wall displays were seen, where that was not stored within the last minute. */
export async function touchWalls(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('walls')
    .set({ last_seen_at: now })
    .where('id', 'in', [...ids])
    .where((row) =>
      row.or([
        row('last_seen_at', 'is', null),
        row('last_seen_at', '<', new Date(now.getTime() - minuteMs)),
      ]),
    )
    .execute();
}

export interface WallRow {
  id: string;
  label: string;
  hide_money: boolean;
  created_at: Date;
  last_seen_at: Date | null;
  name: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Wall displays of a venue that are in use, with who added each, newest first. */
export function listWalls(db: Db, venueId: string): Promise<WallRow[]> {
  return db
    .selectFrom('walls')
    .leftJoin('users', 'users.id', 'walls.created_by')
    .select(['walls.id', 'walls.label', 'walls.hide_money', 'walls.created_at'])
    .select(['walls.last_seen_at', 'users.name', 'users.first_name', 'users.last_name'])
    .where('walls.venue_id', '=', venueId)
    .where('walls.revoked_at', 'is', null)
    .orderBy('walls.created_at', 'desc')
    .orderBy('walls.id', 'desc')
    .execute();
}

export async function countWalls(db: Db, venueId: string): Promise<number> {
  const { count } = await db
    .selectFrom('walls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWall(db: Tx, wall: Insertable<WallsTable>): Promise<void> {
  await db.insertInto('walls').values(wall).execute();
}

/** Revokes a wall display of a venue and returns its label; null where none of it is in use. */
export async function revokeWall(
  db: Tx,
  venueId: string,
  id: string,
  now: Date,
): Promise<string | null> {
  const revoked = await db
    .updateTable('walls')
    .set({ revoked_at: now })
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('label')
    .executeTakeFirst();
  return revoked?.label ?? null;
}
