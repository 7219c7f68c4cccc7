import type { Db } from '../../db/tables/tables.ts';
import { findMembershipOf } from '../memberships/memberships.queries.ts';
import type { UserRow } from './users.queries.ts';

/** Owner whose audit log has the changes of an account: its own, that of the owner of staff, or the platform's (null). */
export async function ownerOfAccount(
  db: Db,
  { id, account_type }: Pick<UserRow, 'id' | 'account_type'>,
): Promise<string | null> {
  if (account_type === 'owner') return id;
  if (account_type !== 'staff') return null;
  return (await findMembershipOf(db, id))?.owner_id ?? null;
}
