/** The caller's own account: its name and its email. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { email, line, optionalLine, plainText, secret } from './fields.ts';

export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/me',
  summary:
    "Change the caller's own name or email; a new email counts once the link that is sent to it is used. The response does not tell whether another account has it",
  access: 'account',
  permission: 'account.use',
  body: z.object({
    /** Of an owner, the name of the company. */
    name: line(200, 'Enter a name').optional(),
    /** Shown in place of the name where both are known. */
    firstName: optionalLine(100).optional(),
    lastName: optionalLine(100).optional(),
    email: email.optional(),
    currentPassword: secret('Enter your password'),
  }),
  responses: {
    200: z.object({
      name: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string(),
      /** Email to which a link was sent; null without a new one. */
      requestedEmail: z.string().nullable(),
    }),
  },
});

export const acceptNewEmail = defineEndpoint({
  method: 'POST',
  path: '/api/users/email/accept',
  summary: 'Change the email of an account to the one that the link was sent to',
  access: 'anyone',
  permission: 'public',
  body: z.object({ token: plainText(100).min(1, 'Send the token of the link') }),
  responses: { 200: z.object({ email: z.string() }) },
});
