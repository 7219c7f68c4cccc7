import type { Insertable } from 'kysely';
import type { MessagesTable } from '../../db/tables/notices.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';
import { insertMessages } from './messages.queries.ts';

export type NewMessage = Pick<
  Insertable<MessagesTable>,
  | 'venue_id'
  | 'notice_id'
  | 'channel'
  | 'recipient'
  | 'subject'
  | 'body'
  | 'attachment_name'
  | 'attachment'
>;

/**
 * Inserts messages and queues a send job for each. Call it within the transaction that causes them, so that both
 * commit together.
 */
export async function queueMessages(
  transaction: Tx,
  messages: readonly NewMessage[],
  at: Date,
): Promise<void> {
  const rows = messages.map((message) => ({ ...message, id: newId(at), created_at: at }));
  const added = await insertMessages(transaction, rows);
  await insertJobs(
    transaction,
    added.map((messageId) => ({
      kind: 'send message',
      key: `send message ${messageId}`,
      payload: { messageId },
      runAt: at,
    })),
  );
}
