import type { Db } from '../../db/tables/tables.ts';
import { isSuperAdminType, type Scope } from '../../rules/permissions.ts';
import { memberMay } from '../../rules/permissions/roles.ts';
import type { UserRow } from '../users/users.queries.ts';
import { findMember } from '../memberships/own-memberships.queries.ts';

/** What the holder of an account may see of the reports of an owner, as their requests would. */
export async function scopeOfSubscriber(
  db: Db,
  { id, account_type }: Pick<UserRow, 'id' | 'account_type'>,
  ownerId: string,
): Promise<Scope> {
  if (isSuperAdminType(account_type)) return { to: 'everything' };
  if (account_type === 'owner') return { to: 'owner', ownerId: id, venueIds: null };
  const member = account_type === 'staff' ? await findMember(db, id, ownerId) : null;
  if (!member || !memberMay(member, 'reports.read')) return { to: 'nothing' };
  return { to: 'owner', ownerId: member.ownerId, venueIds: member.venueIds };
}
