import { sessionMessages } from '../../rules/messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockOwner, type OwnerRow, updateOwnerRow } from './owners.queries.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/** Updates the name or the email of an owner; refuses an email that another account has (400). */
export function updateOwner(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  id: string,
  changes: { name?: string | undefined; email?: string | undefined },
  by: ChangedBy,
): Promise<OwnerRow> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockOwner(transaction, id);
    if (!before) throw notFound('owner');
    const { name = before.name, email = before.email } = changes;
    if (!(await updateOwnerRow(transaction, id, { name, email }))) {
      throw fieldError({ email: sessionMessages.emailTaken });
    }
    if (name !== before.name || email !== before.email) {
      await insertAudit(transaction, {
        at: now(),
        actor: by.actor,
        ownerId: id,
        address: by.address,
        action: 'owner.updated',
        target: `owner ${name}`,
        oldValue: { name: before.name, email: before.email },
        newValue: { name, email },
      });
    }
    return { ...before, name, email };
  });
}
