import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { requireToken } from '../recipients/require-token.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { insertAccountAudit } from './account-audit.ts';
import { endLinks } from './end-links.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.queries.ts';
import { lockUser, updatePassword } from './users.queries.ts';
import { rejectWeakPassword } from './weak-passwords.ts';

const purpose = 'password_reset';

/**
 * Sets the password of the account that a link was sent for, ends all of its sessions, uses up its other links, and
 * returns its email. Of concurrent requests one succeeds. Throws 404 for a link that was never sent, 410 for one that is used, expired, or sent to an email that the
 * account no longer has, and a field error (400) for a weak password.
 */
export async function resetPassword(
  { db, now, passwordCost }: Pick<AppDeps, 'db' | 'now' | 'passwordCost'>,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const at = now();
  const { address } = await requireToken(db, token, purpose, at);
  await rejectWeakPassword(password, address);
  const passwordHash = await hashPassword(password, passwordCost);
  return db.transaction().execute(async (transaction) => {
    const { account_id: userId } = await requireToken(transaction, token, purpose, at);
    const user = await lockUser(transaction, userId);
    // Read again behind the lock: another request may have used the link.
    await requireToken(transaction, token, purpose, at);
    if (!user || user.email.toLowerCase() !== address)
      throw new HttpError(410, recipientMessages.linkExpired);
    if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
    await endLinks(transaction, userId, at);
    await updatePassword(transaction, userId, passwordHash);
    await endSessions(transaction, userId, at, 'all');
    await insertAccountAudit(transaction, user, {
      at,
      actor: null,
      address: '',
      action: 'account.password_reset',
      target: `account ${user.email}`,
    });
    return user.email;
  });
}
