/** Sessions of the caller's own account. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  currentPassword,
  email,
  line,
  linkToken,
  newPasswordFields,
  plainText,
  timeOut,
  typedTwice,
} from './fields.ts';

const session = z.object({
  id: z.string(),
  /** Browser and system: `Firefox on Windows`. Null for sessions of earlier releases, and for clients that name none. */
  device: z.string().nullable(),
  /** Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address. */
  network: z.string().nullable(),
  startedAt: timeOut,
  /** When the session was begun or last renewed; up to an hour before its last request. */
  lastUsedAt: timeOut,
  expiresAt: timeOut,
  /** True for the session of this request. */
  isCurrent: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary:
    "List the caller's sessions, at most 100: the one of this request, then the last used first",
  permission: 'account.use',
  responses: { 200: z.array(session) },
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  summary: "End one of the caller's sessions: its tokens stop working at once",
  permission: 'account.use',
  responses: { 200: z.object({ ended: z.literal(true) }) },
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  summary: "End the caller's sessions other than this one",
  permission: 'account.use',
  responses: {
    200: z.object({
      /** Number of sessions that were ended. */
      ended: z.number(),
    }),
  },
});

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

/** Passkeys (WebAuthn) of the caller's own account, and signing in with one. */
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
  permission: 'account.use',
  responses: { 200: z.array(passkey) },
});

export const startPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  summary: 'Options for a new passkey, with a challenge that works once, for five minutes',
  permission: 'account.use',
  body: z.object({ password: currentPassword }),
  responses: { 201: creationOptions },
});

export const confirmPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys',
  summary: 'Store a new passkey, with what the authenticator returned for the options',
  permission: 'account.use',
  recent: true,
  body: z.object({ name: line(60, 'Enter a name'), passkey: registrationResponse }),
  responses: { 201: passkey },
});

export const updatePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/me/passkeys/{id}',
  summary: "Rename a passkey of the caller's account",
  permission: 'account.use',
  body: z.object({ name: line(60, 'Enter a name') }),
  responses: { 200: passkey },
});

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/{id}/remove',
  summary: "Remove a passkey of the caller's account: it signs nobody in any more",
  permission: 'account.use',
  body: z.object({ password: currentPassword }),
  responses: { 200: z.object({ removed: z.literal(true) }) },
});

export const startPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/passkey/options',
  summary:
    'Options to sign in with a passkey, the same for everybody but for a challenge that works once, for five minutes',
  permission: 'public',
  responses: { 201: requestOptions },
});

export const verifyPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/passkey',
  summary: 'Sign in with a passkey, without a password or a second step',
  permission: 'public',
  body: z.object({ passkey: authenticationResponse }),
  responses: { 200: z.object({ token: z.string() }) },
});

/** Confirming again who uses a session: changes for which that is needed follow within ten minutes. */
export const startIdentityCheck = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/identity/options',
  summary:
    'Options to confirm with a passkey who uses this session, with a challenge that works once, for five minutes',
  permission: 'account.use',
  responses: { 201: requestOptions },
});

export const confirmIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/identity',
  summary:
    "Confirm with the account's password, or with one of its passkeys, who uses this session; signing in does the same",
  permission: 'account.use',
  body: z
    .object({
      password: currentPassword.optional(),
      passkey: authenticationResponse.optional(),
    })
    .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      path: ['password'],
      error: 'Enter your password, or use a passkey',
    }),
  responses: { 200: z.object({ confirmed: z.literal(true) }) },
});

/** Passwords: changing one's own, and setting a new one with a link that is sent by mail. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/users/password/forgot',
  summary:
    'Send a link for a new password, which works once within 30 minutes, if there is an account with this email; the response does not tell whether there is one',
  permission: 'public',
  body: z.object({ email }),
  responses: { 202: z.object({ requested: z.literal(true) }) },
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/users/password/reset',
  summary: 'Set a new password with the token of a link; ends all sessions of the account',
  permission: 'public',
  body: typedTwice(z.object({ token: linkToken, ...newPasswordFields })),
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
  permission: 'account.use',
  body: typedTwice(z.object({ currentPassword, ...newPasswordFields })),
  responses: { 200: z.object({ changed: z.literal(true) }) },
});

const code = plainText(40).trim().min(1, 'Enter a code');

/** Second factor of the caller's own account: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/totp',
  summary: "Whether the caller's account has a second factor",
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
  permission: 'account.use',
  body: z.object({ password: currentPassword }),
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
  permission: 'account.use',
  recent: true,
  body: z.object({ code }),
  responses: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
});

export const removeTotp = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/totp/remove',
  summary: 'Turn the second factor off, with its recovery codes',
  permission: 'account.use',
  body: z.object({ password: currentPassword }),
  responses: { 200: z.object({ removed: z.literal(true) }) },
});

export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/users/login/second-factor',
  summary:
    'Second step of a sign-in, with the challenge of the first and a code of the app or a recovery code',
  permission: 'public',
  body: z.object({ challenge: plainText(2_000).min(1, 'Send the challenge of the login'), code }),
  responses: { 200: z.object({ token: z.string() }) },
});
