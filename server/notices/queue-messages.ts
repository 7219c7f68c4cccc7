import type { Insertable } from 'kysely';
import type { MessagesTable } from '../../db/tables/notices.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { insertMessages } from './messages.queries.ts';

export type NewMessage = Partial<Pick<Insertable<MessagesTable>, 'id'>> &
  Pick<
    Insertable<MessagesTable>,
    | 'venue_id'
    | 'notice_id'
    | 'channel'
    | 'recipient'
    | 'subject'
    | 'body'
    | 'html'
    | 'unsubscribe_url'
    | 'subscription_id'
    | 'attachment_name'
    | 'attachment'
    | 'account_id'
    | 'link_purpose'
    | 'invitation_id'
    | 'held_because'
    | 'push'
  >;

/**
 * Inserts messages and queues a send job for each that is not held back; those of report subscriptions are sent after
 * all others. Call it within the transaction that causes them, so that both commit together.
 */
export async function queueMessages(
  transaction: Tx,
  messages: readonly NewMessage[],
  at: Date,
): Promise<void> {
  const rows = messages.map((message) => ({
    id: newId(at),
    ...message,
    ...(message.held_because == null ? {} : { state: 'failed' as const }),
    created_at: at,
  }));
  const reports = new Set(
    rows.flatMap(({ id, subscription_id }) => (subscription_id == null ? [] : [id])),
  );
  const added = await insertMessages(transaction, rows);
  await queueJobs(
    transaction,
    added.map((messageId) => ({
      kind: reports.has(messageId) ? 'send report mail' : 'send message',
      key: `send message ${messageId}`,
      payload: { messageId },
    })),
  );
}
