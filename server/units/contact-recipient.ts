import type { RecipientKey } from '../recipients/recipients.queries.ts';

/** Recipient of text messages to a contact: the same for all units of the owner. */
export const contactRecipient = (ownerId: string, number: string): RecipientKey => ({
  account_id: ownerId,
  channel: 'sms',
  address: number,
});
