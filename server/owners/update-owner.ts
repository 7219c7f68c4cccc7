import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockQuotas, readQuotas, updateQuotas } from './quotas.queries.ts';
import { lockOwner, updateOwnerRow } from './owners.queries.ts';
import { mailRecipient, requestConfirmations } from '../recipients/confirmations.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';

/** Updates the name, the email or the limits of an owner; refuses an email that another account has (400). */
export function updateOwner(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  id: string,
  changes: BodyOf<Endpoints['updateOwner']>,
  by: ChangedBy,
): Promise<ResponseOf<Endpoints['updateOwner']>> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockOwner(transaction, id);
    if (!before) throw notFound('owner');
    const { name = before.name, email = before.email } = changes;
    if (!(await updateOwnerRow(transaction, id, { name, email }))) {
      throw fieldError({ email: sessionMessages.emailTaken });
    }
    await requestConfirmations(transaction, [mailRecipient(id, email)], {
      venueId: null,
      at: now(),
    });
    const entry = { at: now(), actor: by.actor, ownerId: id, address: by.address };
    const target = `owner ${name}`;
    if (name !== before.name || email !== before.email) {
      await insertAudit(transaction, {
        ...entry,
        action: 'owner.updated',
        target,
        oldValue: { name: before.name, email: before.email },
        newValue: { name, email },
      });
    }
    if (changes.limits !== undefined) {
      const oldValue = await lockQuotas(transaction, id);
      await updateQuotas(transaction, id, changes.limits);
      const newValue = await lockQuotas(transaction, id);
      await insertAudit(transaction, {
        ...entry,
        action: 'owner.limited',
        target,
        oldValue: { ...oldValue },
        newValue: { ...newValue },
      });
    }
    return { ...before, name, email, ...(await readQuotas(transaction, id)) };
  });
}
