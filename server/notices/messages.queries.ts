import { type Insertable, type Selectable, sql } from 'kysely';
import type { MessagesTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type MessageRow = Selectable<MessagesTable>;

/**
 * Inserts messages and returns the ids of the new ones that are to be sent; skips those that their notice has already
 * created for this recipient.
 */
export async function insertMessages(
  db: Tx,
  messages: readonly Insertable<MessagesTable>[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .insertInto('messages')
    .values([...messages])
    .onConflict((conflict) => conflict.columns(['notice_id', 'channel', 'recipient']).doNothing())
    .returning(['id', 'held_because'])
    .execute();
  return rows.flatMap(({ id, held_because }) => (held_because === null ? [id] : []));
}

export function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a message until the transaction ends, and returns its state. */
export async function lockMessage(db: Tx, id: string): Promise<MessageRow['state'] | undefined> {
  const found = await db
    .selectFrom('messages')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found?.state;
}

/** Claims a message for sending, if it is in one of these states; only one of several senders gets it. */
export async function claimMessage(
  db: Db,
  id: string,
  states: readonly MessageRow['state'][],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ state: 'sending', attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the result of sending. A message that turns out to be sent is no longer uncertain. */
export async function settleMessage(
  db: Db,
  id: string,
  outcome:
    | { state: 'sent'; sent_at: Date; last_error: null }
    | { state: 'waiting' | 'failed' | 'uncertain'; last_error: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set(outcome)
    .where('id', '=', id)
    .where('state', 'in', outcome.state === 'sent' ? ['sending', 'uncertain'] : ['sending'])
    .execute();
}

/**
 * Discards the messages of an account that end with a link of this purpose and are not sent yet. The link of one that is
 * just being sent is used up, or not made.
 */
export async function discardLinks(
  db: Tx,
  accountId: string,
  purpose: NonNullable<MessageRow['link_purpose']>,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'failed', last_error: 'The account has a new password' })
    .where('account_id', '=', accountId)
    .where('link_purpose', '=', purpose)
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}

/** Deletes finished messages of no notice: reports, which are large, and confirmation requests. */
export async function deleteFinishedBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .where('notice_id', 'is', null)
    .where('state', 'in', ['sent', 'failed', 'uncertain'])
    .execute();
}

/** True for the subscription of an account that is locked. */
export async function isSubscriberLocked(db: Db, subscriptionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('report_subscriptions')
    .innerJoin('users', 'users.id', 'report_subscriptions.user_id')
    .select('users.id')
    .where('report_subscriptions.id', '=', subscriptionId)
    .where('users.locked_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Pauses the subscription of a mail whose recipient is refused; `refusal` is the response of the mail server. */
export async function pauseSubscription(db: Db, id: string, refusal: string): Promise<void> {
  await db
    .updateTable('report_subscriptions')
    .set({ paused: true, refusal })
    .where('id', '=', id)
    .execute();
}
