import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { endLinks } from './end-links.ts';
import { hashPassword } from './passwords.ts';
import { lockVerified, requirePassword } from './require-password.ts';
import { endSessions } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { updatePassword } from './users.queries.ts';
import { rejectWeakPassword } from './weak-passwords.ts';

/**
 * Changes the password of the account, ends its other sessions and uses up its links. Throws a field error (400) for a wrong current
 * password and for a weak new one, and 429 after as many wrong ones as a sign-in allows.
 */
export async function changePassword(
  deps: Pick<AppDeps, 'db' | 'now' | 'passwordCost'> & { limits: SignInLimits },
  { currentPassword, password }: { currentPassword: string; password: string },
  { actor, address }: ChangedBy,
): Promise<void> {
  const { db, now, passwordCost } = deps;
  const field = 'currentPassword';
  const user = await requirePassword(deps, currentPassword, { actor, address }, field);
  await rejectWeakPassword(password, user.email);
  const passwordHash = await hashPassword(password, passwordCost);
  const at = now();
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: actor.sessionId, at, field });
    await updatePassword(transaction, user.id, passwordHash);
    await endLinks(transaction, user.id, at);
    await endSessions(transaction, user.id, at, { except: actor.sessionId });
    await insertAccountAudit(transaction, accountOf(actor), {
      at,
      actor,
      address,
      action: 'account.password_changed',
      target: `account ${user.email}`,
    });
  });
}
