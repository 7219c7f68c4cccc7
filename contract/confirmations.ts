/** Confirmation that the holder of a mail address or a number wants the messages of an account. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { plainText } from './fields.ts';

/** Token of a link: it works once, for seven days. */
const link = z.object({ token: plainText(100).min(1, 'Send the token of the link') });

export const getConfirmation = defineEndpoint({
  method: 'POST',
  reads: true,
  path: '/api/confirmations',
  summary: 'Whose messages a link is about; nothing is confirmed by it',
  access: 'anyone',
  permission: 'public',
  body: link,
  responses: {
    200: z.object({
      /** sms: restock notices to a contact. mail: reports and notices to the address of the account. */
      channel: z.enum(['mail', 'sms']),
      /** The address or the number that the link was sent to. */
      address: z.string(),
      /** Name of the account; null where it could pass for an address or a number. */
      owner: z.string().nullable(),
      /** Names of the venues whose units have the number as a contact, likewise. */
      venues: z.array(z.string()),
    }),
  },
});

export const acceptConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/confirmations/accept',
  summary: 'Confirm an address or a number with the token of the link that was sent there',
  access: 'anyone',
  permission: 'public',
  body: link,
  responses: { 200: z.object({ state: z.literal('confirmed') }) },
});

export const declineConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/confirmations/decline',
  summary: 'Refuse all messages of the account: nothing more is sent there',
  access: 'anyone',
  permission: 'public',
  body: link,
  responses: { 200: z.object({ state: z.literal('declined') }) },
});

export const requestEmailConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/users/email-confirmation',
  summary:
    "Send the link that confirms the caller's email address again, at most three times a day",
  access: 'dashboard',
  permission: 'account.use',
  responses: { 202: z.object({ recipient: z.string() }) },
});
