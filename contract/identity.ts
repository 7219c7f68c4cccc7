/** Confirming again who uses a session: changes for which that is needed follow within ten minutes. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { secret } from './fields.ts';
import { authenticationResponse, requestOptions } from './passkeys.ts';

export const startIdentityCheck = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/identity/options',
  summary:
    'Options to confirm with a passkey who uses this session, with a challenge that works once, for five minutes',
  access: 'account',
  permission: 'account.use',
  responses: { 201: requestOptions },
});

export const confirmIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/identity',
  summary:
    "Confirm with the account's password, or with one of its passkeys, who uses this session; signing in does the same",
  access: 'account',
  permission: 'account.use',
  body: z
    .object({
      password: secret('Enter your password').optional(),
      passkey: authenticationResponse.optional(),
    })
    .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      path: ['password'],
      error: 'Enter your password, or use a passkey',
    }),
  responses: { 200: z.object({ confirmed: z.literal(true) }) },
});
