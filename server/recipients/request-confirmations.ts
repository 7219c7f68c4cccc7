import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { insertRecipients, type RecipientKey } from './recipients.queries.ts';

export type ConfirmationRequest = JobPayload<'send confirmation'>;

/**
 * Stores recipients that the account has not had before as unconfirmed, and queues a request to each. Those it has had
 * keep their state: who has declined is not asked again.
 */
export async function requestConfirmations(
  db: Db,
  recipients: readonly RecipientKey[],
  { venueId, at }: { venueId: string | null; at: Date },
): Promise<void> {
  const added = await insertRecipients(db, recipients);
  for (const recipient of added)
    await queueRequest(db, recipient, { venueId, at, isCounted: false });
}

/** Queues a request to one recipient. */
export async function queueRequest(
  db: Db,
  { account_id: accountId, channel, address }: RecipientKey,
  { venueId, at, isCounted }: { venueId: string | null; at: Date; isCounted: boolean },
): Promise<void> {
  const messageId = newId(at);
  const payload: ConfirmationRequest = {
    messageId,
    accountId,
    channel,
    address,
    venueId,
    isCounted,
  };
  const key = `send confirmation ${messageId}`;
  await queueJobs(db, [{ kind: 'send confirmation', key, payload }]);
}

/** Recipient of mail to an account. */
export const mailRecipient = (accountId: string, email: string): RecipientKey => ({
  account_id: accountId,
  channel: 'mail',
  address: email.toLowerCase(),
});
