import type { Insertable } from 'kysely';
import type { MessagesTable } from '../../db/tables/stock.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { contactRequest, emailRequest } from '../../rules/recipients/recipients.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { findMessage, insertMessages } from './messages.queries.ts';
import { type ConfirmationRequest, countConfirmation } from '../recipients/confirmations.ts';
import { findRecipient, updateRecipient } from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { findVenue } from '../venues/venues.queries.ts';

/** Settings of the jobs that send messages. */
export interface MessageSettings {
  /** Public base URL of the dashboard, without a trailing slash; links in messages begin with it. */
  publicUrl: string;
  /** Messages of restock notices per day. */
  messageLimits: { perUnit: number; perOwner: number };
  /** Logs messages that were held back. */
  warn: (message: string) => void;
}

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

/**
 * Queues the message that asks a recipient for a confirmation, unless the recipient has decided meanwhile. Beyond a limit
 * the request is held back, which the recipient's state shows. Idempotent: queues a request once.
 */
export async function sendConfirmation(
  { db, pool, now, warn }: Pick<AppDeps, 'db' | 'pool' | 'now'> & MessageSettings,
  { messageId, accountId, channel, address, venueId, isCounted }: ConfirmationRequest,
): Promise<void> {
  const recipient = { account_id: accountId, channel, address };
  if ((await findRecipient(db, recipient))?.state !== 'waiting') return;
  if (await findMessage(db, messageId)) return;
  if (!isCounted && !(await countConfirmation(pool, recipient))) {
    await updateRecipient(db, recipient, { held_back_at: now() });
    warn(
      `A confirmation request of account ${accountId} was held back: its limit, or that of its recipient, is reached for today`,
    );
    return;
  }
  const venue = venueId === null ? null : await findVenue(db, venueId, { to: 'everything' });
  const text =
    channel === 'mail' ? emailRequest : { subject: '', body: contactRequest(venue?.name ?? null) };
  await db.transaction().execute(async (transaction) => {
    const message = { id: messageId, account_id: accountId, link_purpose: 'confirmation' as const };
    await queueMessages(
      transaction,
      [{ ...message, ...text, channel, recipient: address, notice_id: null, venue_id: null }],
      now(),
    );
    await updateRecipient(transaction, recipient, { requested_at: now(), held_back_at: null });
  });
}
