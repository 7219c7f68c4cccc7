import type { Tx } from '../../db/tables/tables.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/request-confirmations.ts';
import type { UserRow } from './users.queries.ts';

/** Queues a mail to the holder of an account; does nothing unless the holder has confirmed the email. */
export async function queueSecurityMail(
  transaction: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  mail: { subject: string; body: string },
  at: Date,
): Promise<void> {
  const recipient = mailRecipient(id, email);
  if ((await findRecipient(transaction, recipient))?.state !== 'confirmed') return;
  const to = { channel: 'mail' as const, recipient: recipient.address };
  await queueMessages(transaction, [{ ...mail, ...to, notice_id: null, venue_id: null }], at);
}

/** Address of the profile in a mail. */
export const profileUrl = (publicUrl: string | null): string => `${publicUrl ?? ''}/profile`;
