/** Passwords: changing one's own, and setting a new one with a link that is sent by mail. */
import { z } from 'zod';
import { passwordLength } from '../rules/users/password-length.ts';
import { defineEndpoint } from './endpoint.ts';
import { email, plainText, secret } from './fields.ts';

/** A new password, typed twice. */
const newPassword = {
  password: secret('Enter a password')
    .min(passwordLength.least, `Use at least ${passwordLength.least} characters`)
    .max(passwordLength.most, `Use at most ${passwordLength.most} characters`),
  password2: secret('Enter the password again'),
};

const isRepeated = (form: { password: string; password2: string }): boolean =>
  form.password === form.password2;

const differs = { path: ['password2'], error: 'The passwords do not match' };

export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/users/password/forgot',
  summary:
    'Send a link for a new password, which works once within 30 minutes, if there is an account with this email; the response does not tell whether there is one',
  access: 'anyone',
  permission: 'public',
  body: z.object({ email }),
  responses: { 202: z.object({ requested: z.literal(true) }) },
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/users/password/reset',
  summary: 'Set a new password with the token of a link; ends all sessions of the account',
  access: 'anyone',
  permission: 'public',
  body: z
    .object({ token: plainText(100).min(1, 'Send the token of the link'), ...newPassword })
    .refine(isRepeated, differs),
  responses: {
    200: z.object({
      reset: z.literal(true),
      /** Of the account. */
      email: z.string(),
    }),
  },
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/users/password/change',
  summary: "Change the caller's own password; ends the other sessions of the account",
  access: 'account',
  permission: 'account.use',
  body: z
    .object({ currentPassword: secret('Enter your password'), ...newPassword })
    .refine(isRepeated, differs),
  responses: { 200: z.object({ changed: z.literal(true) }) },
});
