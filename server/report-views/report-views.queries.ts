/** Saved breakdowns. Run without a tenant, each with the account as a condition. */
import type { Insertable, Selectable } from 'kysely';
import type { ReportViewsTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type ReportViewRow = Selectable<ReportViewsTable>;

export function listViews(db: Db, userId: string): Promise<ReportViewRow[]> {
  return db
    .selectFrom('report_views')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export function findView(db: Db, userId: string, id: string): Promise<ReportViewRow | undefined> {
  return db
    .selectFrom('report_views')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns false when the account has a view of this name at the venue already. */
export async function insertView(db: Tx, row: Insertable<ReportViewsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('report_views')
    .values(row)
    .onConflict((conflict) => conflict.constraint('report_views_once').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @param changes at least one */
export async function updateView(
  db: Tx,
  userId: string,
  id: string,
  changes: { name?: string | undefined; settings?: string | undefined },
): Promise<void> {
  await db
    .updateTable('report_views')
    .set(changes)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Returns false when the account has no such view. */
export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
