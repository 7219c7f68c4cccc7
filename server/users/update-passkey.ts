import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { lockPasskey, type PasskeyRow, renamePasskey } from './passkeys.queries.ts';

/** Renames a passkey. Throws 404 when the account has none with this id. */
export async function updatePasskey(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id, name }: { id: string; name: string },
  by: ChangedBy,
): Promise<PasskeyRow> {
  const passkeyId = asId(id, 'passkey');
  return db.transaction().execute(async (transaction) => {
    const before = await lockPasskey(transaction, by.actor.userId, passkeyId);
    if (before === null) throw notFound('passkey');
    if (before.name === name) return before;
    await renamePasskey(transaction, before, name);
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: now(),
      actor: by.actor,
      address: by.address,
      action: 'account.passkey_renamed',
      target: `account ${by.actor.email}`,
      oldValue: { name: before.name },
      newValue: { name },
    });
    return { ...before, name };
  });
}
