import type { Compilable, Insertable, Selectable } from 'kysely';
import { generatedOnce } from '../../db/generated-once.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitKeysTable, UnitRef } from '../../db/tables/units.ts';

export type UnitKeyRow = Selectable<UnitKeysTable>;

export interface UnitOfKey {
  key_id: string;
  unit_id: string;
  unit_number: number;
  venue_id: string;
  owner_id: string;
  last_used_at: Date | null;
}

const listUnitsByKey = generatedOnce((db, keyHash: Buffer): Compilable<UnitOfKey> =>
  db
    .selectFrom('unit_keys')
    .innerJoin('units', 'units.id', 'unit_keys.unit_id')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select([
      'unit_keys.id as key_id',
      'units.id as unit_id',
      'units.unit_number',
      'units.venue_id',
      'venues.owner_id',
      'unit_keys.last_used_at',
    ])
    .where('unit_keys.key_hash', '=', keyHash)
    .where('unit_keys.revoked_at', 'is', null)
    .where('units.deleted_at', 'is', null),
);

/** Returns the unit of this key, unless the key was revoked or the unit deleted. */
export async function findUnitByKey(db: Db, keyHash: Buffer): Promise<UnitOfKey | null> {
  const [found] = await listUnitsByKey(db, keyHash);
  return found ?? null;
}

/** Returns the unit of a key that ended with its unit, which was deleted since then. */
export async function findDeletedUnitByKey(
  db: Db,
  keyHash: Buffer,
  since: Date,
): Promise<UnitOfKey | null> {
  const found = await db
    .selectFrom('unit_keys')
    .innerJoin('units', 'units.id', 'unit_keys.unit_id')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(['unit_keys.id as key_id', 'units.id as unit_id', 'units.unit_number'])
    .select(['units.venue_id', 'venues.owner_id', 'unit_keys.last_used_at'])
    .where('unit_keys.key_hash', '=', keyHash)
    .whereRef('unit_keys.revoked_at', '=', 'units.deleted_at')
    .where('units.deleted_at', '>=', since)
    .executeTakeFirst();
  return found ?? null;
}

const minuteMs = 60_000;

/**
 * Stores when the key was last used, to the minute, which saves a write per order. Returns false where the stored time is
 * not that old.
 */
export async function touchUnitKey(db: Db, unit: UnitOfKey, now: Date): Promise<boolean> {
  const { last_used_at: last } = unit;
  // A time in the future was stored by a clock that was ahead.
  if (last && Math.abs(now.getTime() - last.getTime()) < minuteMs) return false;
  await db
    .updateTable('unit_keys')
    .set({ last_used_at: now })
    .where('id', '=', unit.key_id)
    .execute();
  return true;
}

/** Stores that a request with this key was refused because the key was revoked, to the minute. */
export async function markRefusedKey(db: Db, keyHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('unit_keys')
    .set({ refused_at: now })
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is not', null)
    .where((where) =>
      where.or([
        where('refused_at', 'is', null),
        where('refused_at', '<=', new Date(now.getTime() - minuteMs)),
      ]),
    )
    .execute();
}

export async function insertUnitKey(db: Db, key: Insertable<UnitKeysTable>): Promise<void> {
  await db.insertInto('unit_keys').values(key).execute();
}

/** Lists the active keys of a unit, newest first. */
export function listUnitKeys(db: Db, unitId: string): Promise<UnitKeyRow[]> {
  return db
    .selectFrom('unit_keys')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns false when the unit has no such active key. */
export async function revokeUnitKey(
  db: Db,
  unitId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('unit_keys')
    .set({ revoked_at: now })
    .where('unit_id', '=', unitId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** When the first key of a unit was made, also one that was revoked since; null without any. */
export async function findFirstKey(db: Db, { venue_id, id }: UnitRef): Promise<Date | null> {
  const row = await db
    .selectFrom('unit_keys')
    .select(({ fn }) => fn.min('created_at').as('made_at'))
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .executeTakeFirst();
  return row?.made_at ?? null;
}
