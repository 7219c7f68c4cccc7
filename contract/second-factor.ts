/** Second factor of the caller's own account: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { plainText, secret } from './fields.ts';

const code = plainText(40).trim().min(1, 'Enter a code');
const password = secret('Enter your password');

export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/totp',
  summary: "Whether the caller's account has a second factor",
  access: 'account',
  permission: 'account.use',
  responses: {
    200: z.object({
      isOn: z.boolean(),
      /** Recovery codes that are not used up. */
      recoveryCodesLeft: z.number(),
      /** True when the account may do nothing else without a second factor or a passkey. */
      isRequired: z.boolean(),
    }),
  },
});

export const startTotp = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/totp',
  summary:
    'Make a secret for an authenticator app; it is asked for at sign-in once a code of it was confirmed',
  access: 'account',
  permission: 'account.use',
  body: z.object({ password }),
  responses: {
    201: z.object({
      /** Base32, to be typed where the QR code cannot be read. */
      secret: z.string(),
      /** otpauth address, which the QR code contains. */
      uri: z.string(),
    }),
  },
});

export const confirmTotp = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/totp/confirm',
  summary:
    'Turn the second factor on with a first code; returns ten recovery codes, which cannot be read again',
  access: 'account',
  permission: 'account.use',
  recent: true,
  body: z.object({ code }),
  responses: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
});

export const removeTotp = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/totp/remove',
  summary: 'Turn the second factor off, with its recovery codes',
  access: 'account',
  permission: 'account.use',
  body: z.object({ password }),
  responses: { 200: z.object({ removed: z.literal(true) }) },
});

export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/second-factor',
  summary:
    'Second step of a sign-in, with the challenge of the first and a code of the app or a recovery code',
  access: 'anyone',
  permission: 'public',
  body: z.object({ challenge: plainText(2_000).min(1, 'Send the challenge of the login'), code }),
  responses: { 200: z.object({ token: z.string() }) },
});
