/** Passkeys of accounts. */

/** Passkeys of one account. */
export const mostPasskeys = 20;

export const passkeyMessages = {
  tooMany: `An account has at most ${mostPasskeys} passkeys. Remove one first`,
  /** For every reason, so that nothing about accounts can be read from it. */
  refused: 'This passkey could not be checked. Try again, or sign in with your password',
  notUsed: 'No passkey was used. Try again, or sign in with your password',
  notAdded: 'The passkey could not be added. Try again',
  isThere: 'This passkey is registered already',
} as const;
