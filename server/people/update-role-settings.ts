import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateRoleSettings as updateEndpoint } from '../../contract/people.ts';
import { toCents } from '../../lib/money.ts';
import type { RoleSettings } from '../../rules/permissions/roles.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { endSessionsOf } from '../users/sessions.queries.ts';
import { roleSettingsOf } from '../memberships/memberships.queries.ts';
import {
  findRoleSettings,
  listMemberIds,
  upsertRoleSettings,
} from '../memberships/memberships.queries.ts';
import { roleSettingsFields } from './role-settings-fields.ts';

/** Changes what the roles are allowed. Sessions of a role end where its screens change. */
export function updateRoleSettings(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  { managerRefundLimit, ...changes }: BodyOf<typeof updateEndpoint>,
  by: ChangedBy,
): Promise<RoleSettings> {
  return db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const before = roleSettingsOf(await findRoleSettings(transaction, ownerId));
    const after: RoleSettings = {
      bartendersSeeMoney: changes.bartendersSeeMoney ?? before.bartendersSeeMoney,
      managersChangePrices: changes.managersChangePrices ?? before.managersChangePrices,
      managerRefundCents:
        managerRefundLimit === undefined ? before.managerRefundCents : toCents(managerRefundLimit),
    };
    await upsertRoleSettings(transaction, {
      owner_id: ownerId,
      bartenders_see_money: after.bartendersSeeMoney,
      managers_change_prices: after.managersChangePrices,
      manager_refund_cents: after.managerRefundCents,
    });
    const at = now();
    const [oldValue, newValue] = [roleSettingsFields(before), roleSettingsFields(after)];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return after;
    if (before.bartendersSeeMoney !== after.bartendersSeeMoney)
      await endSessionsOf(transaction, await listMemberIds(transaction, ownerId, 'bartender'), at);
    if (before.managersChangePrices !== after.managersChangePrices)
      await endSessionsOf(transaction, await listMemberIds(transaction, ownerId, 'manager'), at);
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
