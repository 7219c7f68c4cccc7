/** Entries of the audit log about sign-ins, and how long entries are stored. */

export type SignInMethod = 'password' | 'passkey' | 'code';

/** Days for which entries are stored. The database refuses to delete them earlier. */
export const auditDays = { changes: 7 * 365, signIns: 2 * 365, failedSignIns: 90 } as const;

export const auditRetention =
  'Changes are stored for seven years, sign-ins for two, and failed sign-ins for 90 days.';

/**
 * True when the nth failed sign-in within an hour is an entry: the first ten, then ever fewer, so that attempts by the
 * million are a few entries with their number.
 */
export const isFailureRecorded = (nth: number): boolean =>
  nth <= 10 || /^[125]0+$/.test(String(nth));

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** What was typed as the email, where no account has it: a password typed there by mistake is stored nowhere. */
export const typedAccount = (typed: string): string =>
  emailShape.test(typed) ? `account ${typed}` : 'unknown account';
