import type { Db } from '../../db/tables/tables.ts';

export interface SettingRow {
  id: string;
  owner_id: string | null;
  terms: string;
}

/** Returns an owner's own setting, or the platform's when the owner is null. */
export async function findSetting(db: Db, ownerId: string | null): Promise<SettingRow | null> {
  const found = await db
    .selectFrom('settings')
    .selectAll()
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirst();
  return found ?? null;
}

export async function findSettingById(db: Db, id: string): Promise<SettingRow | null> {
  return (
    (await db.selectFrom('settings').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
  );
}

export function saveSetting(db: Db, setting: SettingRow): Promise<SettingRow> {
  return db
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ terms: setting.terms }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
