import type { Tx } from '../../db/tables/tables.ts';
import { personName } from '../../rules/users/person-name.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { type ActingRow, findAccountsOfActing, updateActingEnded } from './acting.queries.ts';

/** Stores the end of acting for an owner, with its audit entry. Returns false when it was stored before. */
export async function endActing(
  transaction: Tx,
  acting: ActingRow,
  { at, by }: { at: Date; by: 'request' | 'time' | 'sign-out' },
): Promise<boolean> {
  if (!(await updateActingEnded(transaction, acting, at))) return false;
  const accounts = await findAccountsOfActing(transaction, [acting.user_id, acting.owner_id]);
  const admin = accounts.find(({ id }) => id === acting.user_id);
  const owner = accounts.find(({ id }) => id === acting.owner_id);
  await insertAudit(transaction, {
    at,
    actor: admin ? { userId: admin.id, person: personName(admin), email: admin.email } : null,
    ownerId: acting.owner_id,
    address: acting.address,
    action: 'acting.ended',
    target: `owner ${owner?.name ?? ''}`,
    newValue: { reason: acting.reason, endedBy: by },
  });
  return true;
}
