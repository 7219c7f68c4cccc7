/** Subscriptions to mails, and what each mail stated. Run without a tenant, each with the account as a condition. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ReportSubscriptionsTable, ReportedFiguresTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type SubscriptionRow = Selectable<ReportSubscriptionsTable>;
export type ReportedFiguresRow = Selectable<ReportedFiguresTable>;

export function listSubscriptions(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('report_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export function findSubscription(
  db: Db,
  userId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('report_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns false when the account has this subscription already. */
export async function insertSubscription(
  db: Db,
  row: Insertable<ReportSubscriptionsTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('report_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.constraint('report_subscriptions_once').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function updateSubscription(
  db: Db,
  userId: string,
  id: string,
  changes: Updateable<ReportSubscriptionsTable>,
): Promise<SubscriptionRow | undefined> {
  return db
    .updateTable('report_subscriptions')
    .set(changes)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Returns false when the account has no such subscription. */
export async function deleteSubscription(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSubscriptionOf(db: Db, token: string): Promise<void> {
  await db.deleteFrom('report_subscriptions').where('token', '=', token).execute();
}

/** Claims subscriptions that are due to be looked at until this time; of several workers, one gets each. */
export async function claimSubscriptions(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    update report_subscriptions set check_at = ${until}
    where id in (
      select id from report_subscriptions
      where check_at <= ${now} and not paused
      order by check_at, id limit ${most}
      for update skip locked
    )
    returning *
  `.execute(db);
  return rows;
}

/** Locks a subscription until the transaction ends; undefined for one that was ended or paused, or of a locked account. */
export function lockSubscription(
  db: Tx,
  id: string,
): Promise<Pick<SubscriptionRow, 'corrected_day'> | undefined> {
  return db
    .selectFrom('report_subscriptions')
    .select('corrected_day')
    .where('id', '=', id)
    .where('paused', '=', false)
    .where((subscription) =>
      subscription.exists(
        subscription
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'report_subscriptions.user_id')
          .where('users.locked_at', 'is', null),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Returns false when the period was mailed already in this version. */
export async function insertReportedFigures(
  db: Tx,
  row: Insertable<ReportedFiguresTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('report_tellings')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'period', 'version']).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists the last version of each period from a day on, by period. */
export function listLastReportedFigures(
  db: Db,
  subscriptionId: string,
  fromDay: string,
): Promise<ReportedFiguresRow[]> {
  return db
    .selectFrom('report_tellings')
    .distinctOn('period')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('period', '>=', fromDay)
    .orderBy('period')
    .orderBy('version', 'desc')
    .execute();
}

// What units have run out of.

export interface OutRow {
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  ingredient: string;
}

/** Lists the active ingredients of which a unit has less than a serving, by unit and name. */
export function listOuts(db: Db, venueId: string): Promise<OutRow[]> {
  return db
    .selectFrom('stock_outs as gone')
    .innerJoin('units as unit', 'unit.id', 'gone.unit_id')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .onRef('ingredient.venue_id', '=', 'gone.venue_id')
        .onRef('ingredient.id', '=', 'gone.ingredient_id'),
    )
    .innerJoin('unit_inventory as entry', (join) =>
      join
        .onRef('entry.venue_id', '=', 'gone.venue_id')
        .onRef('entry.unit_id', '=', 'gone.unit_id')
        .onRef('entry.ingredient_id', '=', 'gone.ingredient_id'),
    )
    .select([
      'unit.id as unit_id',
      'unit.unit_number',
      'unit.name as unit_name',
      'ingredient.name as ingredient',
    ])
    .where('gone.venue_id', '=', venueId)
    .where('gone.until_at', 'is', null)
    .where('entry.active', '=', true)
    .where('unit.deleted_at', 'is', null)
    .orderBy('unit.unit_number')
    .orderBy('ingredient.name')
    .execute();
}
