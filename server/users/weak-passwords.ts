import { sessionMessages } from '../../rules/users/session-messages.ts';
import { fieldError } from '../shared/errors.ts';

/** Throws a field error for a password that is tried first: one of the commonest, one repeated character, the email. */
export async function rejectWeakPassword(password: string, email: string): Promise<void> {
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase())
    throw fieldError({ password: sessionMessages.emailAsPassword });
  if (new Set(lower).size === 1 || (await commonPasswords()).has(lower))
    throw fieldError({ password: sessionMessages.commonPassword });
}

/** The 49,000 commonest passwords, loaded at the first registration. */
let loaded: Promise<ReadonlySet<string>> | undefined;

const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));
