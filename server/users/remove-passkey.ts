import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { deletePasskey } from './passkeys.queries.ts';
import { requirePassword } from './require-password.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Removes a passkey. Throws 404 when the account has none with this id, and a field error (400) for a wrong password. */
export async function removePasskey(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  { id, password }: { id: string; password: string },
  by: ChangedBy,
): Promise<void> {
  const passkeyId = asId(id, 'passkey');
  const user = await requirePassword(deps, password, by);
  await deps.db.transaction().execute(async (transaction) => {
    const name = await deletePasskey(transaction, user.id, passkeyId);
    if (name === null) throw notFound('passkey');
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: deps.now(),
      actor: by.actor,
      address: by.address,
      action: 'account.passkey_removed',
      target: `account ${user.email}`,
      oldValue: { name },
    });
  });
}
