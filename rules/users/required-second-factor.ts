/** Accounts that must have a second factor: codes of an authenticator app, or a passkey. */

/** Code of the response to an account that has none: it may only add one. */
export const secondFactorRequiredCode = 'second_factor_required';

/** Code of the response to a password alone, of an account whose second factor is a passkey. */
export const passkeyRequiredCode = 'passkey_required';

export const secondFactorMessages = {
  required:
    'This account needs a second factor: add a passkey or turn on two-step sign-in on your profile',
  addOwn: 'Add a passkey or turn on two-step sign-in on your own profile first',
  ownerFirst: 'The owner needs a second factor first',
  usePasskey: 'This account needs a second factor: sign in with your passkey',
} as const;
