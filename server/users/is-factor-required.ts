import { isSuperAdminType } from '../../rules/permissions.ts';
import { findRoleSettings, roleSettingsOf } from '../memberships/memberships.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { ownersOfAccount } from './account-audit.ts';
import type { UserRow } from './users.queries.ts';

/** True when the account may do nothing without a second factor: by the settings of the server or of one of its owners. */
export async function isFactorRequired(
  { db, adminSecondFactor }: Pick<AppDeps, 'db' | 'adminSecondFactor'>,
  account: Pick<UserRow, 'id' | 'account_type'>,
): Promise<boolean> {
  if (isSuperAdminType(account.account_type)) return adminSecondFactor;
  for (const ownerId of await ownersOfAccount(db, account)) {
    if (ownerId === null) continue;
    if (roleSettingsOf(await findRoleSettings(db, ownerId)).secondFactorRequired) return true;
  }
  return false;
}
