/** Times and lengths of sessions, passwords and second factors. */

/** Length of a bar shift: a session that is not renewed ends after it. */
const sessionHours = 12;

const sessionMs = sessionHours * 3_600_000;

/** When a session ends that begins, or is renewed, at this time and is not renewed after it. */
export const sessionEnd = (issuedAt: Date): Date => new Date(issuedAt.getTime() + sessionMs);

/** When a session began, or was last renewed, that ends at this time. */
export const sessionStart = (end: Date): Date => new Date(end.getTime() - sessionMs);

/** Changes for which the holder of a session must have authenticated a short time ago. */
export const recentMinutes = 10;

/** Code of the response to a change for which the last authentication is too long ago. */
export const recentAuthenticationCode = 'recent_authentication_required';

/** Refunds above this amount need a recent authentication in a browser. */
export const largeRefundCents = 10_000;

/** True when the holder signed in, typed the password or used a passkey within the last minutes. */
export const isRecent = (authenticatedAt: Date, now: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() <= recentMinutes * 60_000;

export const identityMessages = {
  required: `Confirm that it is you: this needs a password or a passkey within the last ${recentMinutes} minutes`,
  notConfirmed: 'Nothing was changed, because you did not confirm that it is you',
  passkeyRefused: 'This passkey could not be checked. Try again, or use your password',
  passkeyNotUsed: 'No passkey was used. Try again, or use your password',
} as const;

/** Code of the response to an account that has none: it may only add one. */
export const secondFactorRequiredCode = 'second_factor_required';

/** Code of the response to a password alone, of an account whose second factor is a passkey. */
export const passkeyRequiredCode = 'passkey_required';

/** Accounts that must have a second factor: codes of an authenticator app, or a passkey. */
export const secondFactorMessages = {
  required:
    'This account needs two-step sign-in: add a passkey or an authenticator app on your profile',
  addOwn: 'Turn on two-step sign-in on your own profile first',
  ownerFirst: 'The owner needs two-step sign-in first',
  usePasskey: 'This account needs two-step sign-in: sign in with your passkey',
} as const;

// Codes of authenticator apps (TOTP, RFC 6238) and recovery codes.

/** Seconds for which a code is shown. */
export const stepSeconds = 30;

/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
export const acceptedDrift = 1;

/** Recovery codes of an account. */
export const recoveryCodeCount = 10;

/** Attempts with a second factor within a quarter of an hour. */
export const mostCodeAttempts = 5;

/** A code as it is compared: letters and digits only, in lower case. */
export const normalizedCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** True for the form of a code of an app, false for a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Passkeys of one account. */
export const mostPasskeys = 20;

/** Passkeys of accounts. */
export const passkeyMessages = {
  tooMany: `An account has at most ${mostPasskeys} passkeys. Remove one first`,
  /** For every reason, so that nothing about accounts can be read from it. */
  refused: 'This passkey could not be checked. Try again, or sign in with your password',
  notUsed: 'No passkey was used. Try again, or sign in with your password',
  notAdded: 'The passkey could not be added. Try again',
  isThere: 'This passkey is registered already',
} as const;

/** Characters of a password; the least is that of a new one. */
export const passwordLength = { least: 8, most: 500 } as const;

/** Minutes for which a link for a new password can be used. */
export const resetMinutes = 30;

/** The mail with a link for a new password; the link follows the text. */
export const passwordResetMail = {
  subject: 'Set a new password for Barback',
  body: [
    'Someone requested a new password for the account of Barback with this email address.',
    '',
    `If it was you, set the password here. The link works once, for ${resetMinutes} minutes. If it was not you, nothing changes, and you can delete this email:`,
  ].join('\n'),
} as const;

/** Acting of a super admin for an owner. */
export const actingMinutes = 60;

/** Code of the response to a request for an owner whom the super admin does not act for, or not any more. */
export const actingEndedCode = 'acting_ended';

export const actingMessages = {
  ended: `Acting for this owner has ended. It lasts ${actingMinutes} minutes: choose the owner again`,
  reasonRequired: 'Enter a reason',
  onlySuperAdmins: 'Only super administrators act for an owner',
} as const;
