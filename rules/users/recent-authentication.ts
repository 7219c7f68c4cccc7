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
