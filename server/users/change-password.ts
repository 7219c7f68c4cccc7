import { useTokensOfAccount } from '../recipients/one-time-tokens.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { hashPassword } from './passwords.ts';
import { requirePassword } from './require-password.ts';
import { endSessions } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { updatePassword } from './users.queries.ts';
import { rejectWeakPassword } from './weak-passwords.ts';

/**
 * Changes the password of the account and ends its other sessions. Throws a field error (400) for a wrong current
 * password and for a weak new one, and 429 after as many wrong ones as a sign-in allows.
 */
export async function changePassword(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  { currentPassword, password }: { currentPassword: string; password: string },
  { actor, address }: ChangedBy,
): Promise<void> {
  const { db, now } = deps;
  const user = await requirePassword(deps, currentPassword, { actor, address }, 'currentPassword');
  await rejectWeakPassword(password, user.email);
  const passwordHash = await hashPassword(password);
  const at = now();
  await db.transaction().execute(async (transaction) => {
    await updatePassword(transaction, user.id, passwordHash);
    await useTokensOfAccount(transaction, user.id, 'password_reset', at);
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
