/** Browsers that get push messages. */
import type { Insertable, Selectable } from 'kysely';
import type { PushSubscriptionsTable } from '../../db/tables/alerts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>;

const live = (db: Db, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now);

/** Subscriptions of an account whose sessions go on, the oldest first. */
export const listPushSubscriptions = (
  db: Db,
  userId: string,
  now: Date,
): Promise<PushSubscriptionRow[]> =>
  live(db, now)
    .where('push_subscriptions.user_id', '=', userId)
    .orderBy('push_subscriptions.created_at')
    .orderBy('push_subscriptions.id')
    .execute();

/** The subscription, if its session goes on. */
export const findPushSubscription = (
  db: Db,
  id: string,
  now: Date,
): Promise<PushSubscriptionRow | undefined> =>
  live(db, now).where('push_subscriptions.id', '=', id).executeTakeFirst();

/**
 * Stores a subscription. One with the same endpoint is replaced if it is of the same account or has the same secret,
 * which only its browser knows; null otherwise.
 */
export async function upsertPushSubscription(
  db: Tx,
  row: Insertable<PushSubscriptionsTable>,
): Promise<PushSubscriptionRow | null> {
  const { id: _id, ...values } = row;
  const stored = await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ ...values, last_used_at: null, failed_at: null })
        .where((stored) =>
          stored.or([
            stored('push_subscriptions.user_id', '=', row.user_id),
            stored('push_subscriptions.auth', '=', row.auth),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  return stored ?? null;
}

/** Deletes those of a session but one: a browser has one subscription at a time. */
export async function deleteOthersOfSession(
  db: Tx,
  sessionId: string,
  keptId: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('id', '!=', keptId)
    .execute();
}

/** Returns the number of deleted ones; those of other accounts are not. */
export async function deletePushSubscriptions(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stores the result of sending: gone when the push service no longer knows the subscription. */
export async function settlePush(
  db: Db,
  id: string,
  outcome: 'taken' | 'failed' | 'gone',
  at: Date,
): Promise<void> {
  if (outcome === 'gone') {
    await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    return;
  }
  await db
    .updateTable('push_subscriptions')
    .set(outcome === 'taken' ? { last_used_at: at, failed_at: null } : { failed_at: at })
    .where('id', '=', id)
    .execute();
}
