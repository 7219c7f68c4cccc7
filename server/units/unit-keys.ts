import { insertAudit } from '../audit/audit.queries.ts';
import { requireQuota } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { hashSecret, newId, newUnitKey } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { unitTarget } from './unit-access.ts';
import { insertUnitKey, revokeUnitKey as revoke } from './unit-keys.queries.ts';
import type { UnitBasics } from './units.queries.ts';

/** Creates a key for a unit and returns it: only its hash is stored, so it can be shown only once. */
export async function createUnitKey(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  by: AuditContext & { label: string },
): Promise<{ id: string; key: string }> {
  const at = now();
  const made = { id: newId(at), key: newUnitKey() };
  await db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, unit.owner_id, 'unitKeys');
    await insertUnitKey(transaction, {
      id: made.id,
      venue_id: unit.venue_id,
      unit_id: unit.id,
      key_hash: hashSecret(made.key),
      label: by.label,
      created_at: at,
      created_by: by.actor.userId,
    });
    await insertAudit(transaction, by, at, {
      ownerId: unit.owner_id,
      action: 'unit_key.created',
      target: unitTarget(unit),
      newValue: { keyId: made.id, label: by.label },
    });
  });
  return made;
}

/** Revokes a key of a unit: requests with it are refused from now on. 404 when the unit has no such active key. */
export async function revokeUnitKey(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  keyId: string,
  by: AuditContext,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    if (!(await revoke(transaction, unit.id, keyId, at))) throw notFound('key');
    await insertAudit(transaction, by, at, {
      ownerId: unit.owner_id,
      action: 'unit_key.revoked',
      target: unitTarget(unit),
      newValue: { keyId },
    });
  });
}
