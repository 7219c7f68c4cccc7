import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { MessagesTable } from '../../db/tables/outbox-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';

export type MessageRow = Selectable<MessagesTable>;

/** Adds messages; one that a notice has sent to this recipient already is left out. Tells which were added. */
export async function insertMessages(
  db: Kysely<Tables>,
  messages: readonly Insertable<MessagesTable>[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .insertInto('messages')
    .values([...messages])
    .onConflict((conflict) => conflict.columns(['notice_id', 'channel', 'recipient']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findMessage(db: Kysely<Tables>, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Takes a message to send it, if it is in one of these states; of several senders one gets it. */
export async function claimMessage(
  db: Kysely<Tables>,
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

/** Says how sending ended. What was sent after all is no longer uncertain. */
export async function settleMessage(
  db: Kysely<Tables>,
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

/** Messages with an attachment that are done with: what was sent so is large, and is of no use here any more. */
export async function deleteAttachedBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('created_at', '<', before)
    .where('attachment', 'is not', null)
    .where('state', 'in', ['sent', 'failed', 'uncertain'])
    .execute();
}
