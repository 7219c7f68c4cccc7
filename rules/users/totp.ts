/** Codes of authenticator apps (TOTP, RFC 6238) and recovery codes. */

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
