import { emailChangeMessages } from '../../rules/users/email-change.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { Db } from '../../db/tables/tables.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret } from '../shared/ids.ts';
import { findToken, type TokenRow } from './one-time-tokens.queries.ts';

const expired: Record<TokenRow['purpose'], string> = {
  confirmation: recipientMessages.linkExpired,
  password_reset: sessionMessages.resetExpired,
  email_change: emailChangeMessages.linkExpired,
};

/** Returns the token of a link. Throws 404 for one that was never sent, and 410 for a used or expired one. */
export async function requireToken(
  db: Db,
  token: string,
  purpose: TokenRow['purpose'],
  now: Date,
): Promise<TokenRow> {
  const found = await findToken(db, hashSecret(token), purpose);
  if (!found) throw new HttpError(404, recipientMessages.noSuchLink);
  if (found.used_at !== null) throw new HttpError(410, recipientMessages.linkUsed);
  if (found.expires_at <= now) throw new HttpError(410, expired[purpose]);
  return found;
}
