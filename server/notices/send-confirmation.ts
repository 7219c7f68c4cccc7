import { contactRequest, emailRequest } from '../../rules/recipients/confirmation-request.ts';
import { countConfirmation } from '../recipients/confirmation-limits.ts';
import { findRecipient, updateRecipient } from '../recipients/recipients.queries.ts';
import type { ConfirmationRequest } from '../recipients/request-confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findVenue } from '../venues/venues.queries.ts';
import { findMessage } from './messages.queries.ts';
import { queueMessages } from './queue-messages.ts';
import type { MessageSettings } from './message-settings.ts';

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
