import { type Insertable, type Selectable, sql } from 'kysely';
import type { UsersTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { hasWords, plainText } from '../../db/plain-text.ts';
import { isUnique } from '../shared/database.queries.ts';

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

/** True when an account manages the platform, locked or not. */
export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('account_type', 'in', ['SUPER_ADMIN', 'superadmin'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** True when there is an account of any type. */
export async function hasUsers(db: Db): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return found !== undefined;
}

export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  const found = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** Reads an account and locks its row until the end of the transaction. */
export async function lockUser(db: Tx, id: string): Promise<UserRow | null> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Reads an account whose password and lock stay as they are until the end of the transaction. With FOR SHARE two sign-ins
 * at a time would be a deadlock on Citus, where each takes a shared lock on the table first and then one to write.
 */
export async function holdUser(db: Tx, id: string): Promise<UserRow | null> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** An owner who was invited has accepted with it. */
export async function updatePassword(db: Tx, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, invited_at: null })
    .where('id', '=', id)
    .execute();
}

/** Notes when an owner was invited last. */
export async function updateInvited(db: Tx, id: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ invited_at: at }).where('id', '=', id).execute();
}

export async function updateLock(db: Tx, id: string, lockedAt: Date | null): Promise<void> {
  await db.updateTable('users').set({ locked_at: lockedAt }).where('id', '=', id).execute();
}

/** Leaves out the report mails of an account that were due before a time. */
export async function skipReportsBefore(db: Tx, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('report_subscriptions')
    .set({ from_at: at })
    .where('user_id', '=', userId)
    .execute();
}

/** Accounts whose name and email have every word of the text, by email. */
export function listUsers(db: Db, text: string, most: number): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(hasWords(plainText(sql`concat_ws(' ', name, email)`), text))
    .orderBy('email')
    .limit(most)
    .execute();
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

export async function updateNames(
  db: Db,
  id: string,
  names: Pick<UserRow, 'name' | 'first_name' | 'last_name'>,
): Promise<void> {
  await db.updateTable('users').set(names).where('id', '=', id).execute();
}

/** Returns false when another account has the email; the transaction is then aborted. */
export const updateEmail = (db: Tx, id: string, email: string): Promise<boolean> =>
  isUnique(db.updateTable('users').set({ email }).where('id', '=', id).execute());
