/** Entries of the audit log about an account itself: in the log of each owner that it belongs to. */
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { AccountActor, Member } from '../../rules/permissions.ts';
import { type AuditEntry, insertAudit } from '../audit/audit.queries.ts';
import { listOwnersOfMember } from '../memberships/own-memberships.queries.ts';
import type { UserRow } from './users.queries.ts';

type Account = Pick<UserRow, 'id' | 'account_type'>;

export const accountOf = ({ userId, accountType }: AccountActor): Account => ({
  id: userId,
  account_type: accountType,
});

/**
 * Owners whose logs have the changes of an account: itself, those of staff, or the platform (null). Runs without a tenant,
 * which sees the memberships of one owner.
 */
export async function ownersOfAccount(
  db: Db,
  { id, account_type }: Account,
): Promise<(string | null)[]> {
  if (account_type === 'owner') return [id];
  const owners = account_type === 'staff' ? await listOwnersOfMember(db, id) : [];
  return owners.length === 0 ? [null] : owners;
}

type Entry = Omit<AuditEntry, 'ownerId' | 'actor'> & {
  actor: (AuditEntry['actor'] & { member?: Member | null }) | null;
};

/** Writes a change of an account to the log of each of its owners, none of which has the role for another one. */
export async function insertAccountAudit(db: Tx, account: Account, entry: Entry): Promise<void> {
  const { actor } = entry;
  for (const ownerId of await ownersOfAccount(db, account)) {
    const member = actor?.member?.ownerId === ownerId ? actor?.member : null;
    await insertAudit(db, { ...entry, actor: actor && { ...actor, member }, ownerId });
  }
}
