import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { countConfirmation, tooManyConfirmations } from './confirmation-limits.ts';
import { findRecipient, insertRecipients, type RecipientKey } from './recipients.queries.ts';
import { queueRequest } from './request-confirmations.ts';

/**
 * Queues another request to a recipient. Throws 409 when the recipient has confirmed or declined, and 429 beyond the
 * limits.
 */
export async function requestAgain(
  { db, pool, now }: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  recipient: RecipientKey,
  venueId: string | null,
): Promise<void> {
  const state = (await findRecipient(db, recipient))?.state;
  if (state === 'confirmed') throw new HttpError(409, recipientMessages.alreadyConfirmed);
  if (state === 'declined') throw new HttpError(409, recipientMessages.declined);
  if (!(await countConfirmation(pool, recipient))) throw tooManyConfirmations();
  await db.transaction().execute(async (transaction) => {
    // During a rolling upgrade, processes of the version before store addresses without a state.
    await insertRecipients(transaction, [recipient]);
    await queueRequest(transaction, recipient, { venueId, at: now(), isCounted: true });
  });
}
