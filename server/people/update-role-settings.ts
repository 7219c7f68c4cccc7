import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateRoleSettings as settingsEndpoint } from '../../contract/people.ts';
import { toCents } from '../../lib/money.ts';
import { type AccountActor, isSuperAdmin } from '../../rules/permissions.ts';
import type { Role, RoleSettings } from '../../rules/permissions/roles.ts';
import { secondFactorMessages } from '../../rules/users/required-second-factor.ts';
import type { Db } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { hasSecondFactor } from '../users/credentials.queries.ts';
import { endSessionsOf } from '../users/sessions.queries.ts';
import { roleSettingsOf } from '../memberships/memberships.queries.ts';
import {
  findRoleSettings,
  listMemberIds,
  upsertRoleSettings,
} from '../memberships/memberships.queries.ts';
import { membersElsewhere } from './members-elsewhere.ts';
import { roleSettingsFields } from './role-settings-fields.ts';

/**
 * Changes what the roles are allowed. Sessions of a role end where its screens change, except of
 * members of other owners, whose dashboard is loaded again. Throws 409 when
 * somebody without a second factor requires one of all people.
 */
export async function updateRoleSettings(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  { managerRefundLimit, ...changes }: BodyOf<typeof settingsEndpoint>,
  by: ChangedBy,
): Promise<RoleSettings> {
  // A tenant sees the credentials of its own account only.
  if (changes.secondFactorRequired === true)
    await withoutTenant(() => requireOwnFactor(db, ownerId, by.actor));
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const endSessionsIn = async (role: Role) => {
      const ids = await listMemberIds(transaction, ownerId, role);
      const ending = ids.filter((id) => !elsewhere.has(id));
      await endSessionsOf(transaction, ending, now());
    };
    await lockOwner(transaction, ownerId);
    const before = roleSettingsOf(await findRoleSettings(transaction, ownerId));
    const after: RoleSettings = {
      bartendersSeeMoney: changes.bartendersSeeMoney ?? before.bartendersSeeMoney,
      managersChangePrices: changes.managersChangePrices ?? before.managersChangePrices,
      managerRefundCents:
        managerRefundLimit === undefined ? before.managerRefundCents : toCents(managerRefundLimit),
      secondFactorRequired: changes.secondFactorRequired ?? before.secondFactorRequired,
    };
    await upsertRoleSettings(transaction, {
      owner_id: ownerId,
      bartenders_see_money: after.bartendersSeeMoney,
      managers_change_prices: after.managersChangePrices,
      manager_refund_cents: after.managerRefundCents,
      second_factor_required: after.secondFactorRequired,
    });
    const at = now();
    const [oldValue, newValue] = [roleSettingsFields(before), roleSettingsFields(after)];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return after;
    if (before.bartendersSeeMoney !== after.bartendersSeeMoney) await endSessionsIn('bartender');
    if (before.managersChangePrices !== after.managersChangePrices) await endSessionsIn('manager');
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId,
      address: by.address,
      action: 'role_settings.updated',
      target: 'what the roles are allowed',
      oldValue,
      newValue,
    });
    return after;
  });
}

/** People have a second factor themselves before they require it of others; of super admins, the owner has. */
async function requireOwnFactor(db: Db, ownerId: string, actor: AccountActor): Promise<void> {
  const isActing = isSuperAdmin(actor);
  if (await hasSecondFactor(db, isActing ? ownerId : actor.userId)) return;
  const { addOwn, ownerFirst } = secondFactorMessages;
  throw new HttpError(409, isActing ? ownerFirst : addOwn);
}
