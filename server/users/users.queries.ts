import { type Insertable, type Selectable, sql } from 'kysely';
import type { UsersTable } from '../../db/tables/accounts.ts';
import type { Db } from '../../db/tables/tables.ts';

export type UserRow = Selectable<UsersTable>;

/** Compares emails case-insensitively. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return found ?? null;
}

export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  const found = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** Returns false when the email is taken. */
export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
