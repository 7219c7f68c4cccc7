import { unitTarget } from './unit-target.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { revokeUnitKey as revoke } from './unit-keys.queries.ts';
import type { UnitBasics } from './units.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/** Revokes a key of a unit: requests with it are refused from now on. 404 when the unit has no such active key. */
export async function revokeUnitKey(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  keyId: string,
  by: ChangedBy,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    if (!(await revoke(transaction, unit.id, keyId, at))) throw notFound('key');
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: unit.owner_id,
      address: by.address,
      action: 'unit_key.revoked',
      target: unitTarget(unit),
      newValue: { keyId },
    });
  });
}
