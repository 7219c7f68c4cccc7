/** Passkeys (WebAuthn) of the caller's own account, and signing in with one. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText, secret, timeOut } from './fields.ts';

/** Binary values of WebAuthn, as browsers encode them. */
const base64url = (max: number) =>
  plainText(max)
    .min(1, 'Use base64url')
    .regex(/^[A-Za-z0-9_-]+$/, 'Use base64url');

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key', { error: 'Use public-key' }),
};

export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    transports: z.array(plainText(40)).max(10).optional(),
  }),
});

export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    /** Id of the account, which the authenticator has stored with the passkey. */
    userHandle: base64url(100),
  }),
});

export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(
    z.object({
      id: z.string(),
      type: z.literal('public-key'),
      transports: z.array(z.string()),
    }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** Without a list of credentials: nothing in it depends on an account. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** True when the passkey is synchronized to other devices of its holder. */
  isBackedUp: z.boolean(),
  createdAt: timeOut,
  lastUsedAt: timeOut.nullable(),
});

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/passkeys',
  summary: "List the passkeys of the caller's account, the oldest first",
  access: 'account',
  permission: 'account.use',
  responses: { 200: z.array(passkey) },
});

export const startPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  summary: 'Options for a new passkey, with a challenge that works once, for five minutes',
  access: 'account',
  permission: 'account.use',
  body: z.object({ password: secret('Enter your password') }),
  responses: { 201: creationOptions },
});

export const confirmPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys',
  summary: 'Store a new passkey, with what the authenticator returned for the options',
  access: 'account',
  permission: 'account.use',
  recent: true,
  body: z.object({ name: line(60, 'Enter a name'), passkey: registrationResponse }),
  responses: { 201: passkey },
});

export const updatePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/me/passkeys/{id}',
  summary: "Rename a passkey of the caller's account",
  access: 'account',
  permission: 'account.use',
  params: z.object({ id }),
  body: z.object({ name: line(60, 'Enter a name') }),
  responses: { 200: passkey },
});

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/{id}/remove',
  summary: "Remove a passkey of the caller's account: it signs nobody in any more",
  access: 'account',
  permission: 'account.use',
  params: z.object({ id }),
  body: z.object({ password: secret('Enter your password') }),
  responses: { 200: z.object({ removed: z.literal(true) }) },
});

export const startPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/passkey/options',
  summary:
    'Options to sign in with a passkey, the same for everybody but for a challenge that works once, for five minutes',
  access: 'anyone',
  permission: 'public',
  responses: { 201: requestOptions },
});

export const verifyPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/passkey',
  summary: 'Sign in with a passkey, without a password or a second step',
  access: 'anyone',
  permission: 'public',
  body: z.object({ passkey: authenticationResponse }),
  responses: { 200: z.object({ token: z.string() }) },
});
