import type { Db } from '../../db/tables/tables.ts';
import { newId } from '../shared/ids.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';
import { insertRecipients, type RecipientKey } from './recipients.queries.ts';

/** Payload of the job that sends a request. */
export interface ConfirmationRequest {
  /** Of the message, so that a repeated job sends it once. */
  messageId: string;
  accountId: string;
  channel: RecipientKey['channel'];
  address: string;
  /** Venue that a text message names. */
  venueId: string | null;
  /** True when the request is within the limits already. */
  isCounted: boolean;
}

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
  await insertJobs(db, [{ kind: 'send confirmation', key, payload, runAt: at }]);
}

/** Recipient of mail to an account. */
export const mailRecipient = (accountId: string, email: string): RecipientKey => ({
  account_id: accountId,
  channel: 'mail',
  address: email.toLowerCase(),
});
