import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { deleteCredentials } from './credentials.queries.ts';
import { lockVerified, requirePassword } from './require-password.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Turns the second factor off. Throws 404 when there is none, and a field error (400) for a wrong password. */
export async function removeTotp(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  password: string,
  by: ChangedBy,
): Promise<void> {
  const { db, now } = deps;
  const user = await requirePassword(deps, password, by);
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: by.actor.sessionId, at: now() });
    if ((await deleteCredentials(transaction, user.id, ['totp', 'recovery'])) === 0)
      throw new HttpError(404, sessionMessages.noSecret);
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: now(),
      actor: by.actor,
      address: by.address,
      action: 'account.second_factor_off',
      target: `account ${user.email}`,
    });
  });
}
