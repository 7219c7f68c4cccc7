import * as keyEndpoints from '../../contract/unit-keys.ts';
import { createUnitKey } from './create-unit-key.ts';
import { revokeUnitKey } from './revoke-unit-key.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { changedBy } from '../shared/require-account.ts';
import { acrossVenuesOf } from '../venues/venue-access.ts';
import { requireUnit } from './unit-access.ts';
import * as keyQueries from './unit-keys.queries.ts';

export function unitKeyRoutes(mount: Mount, deps: AppDeps): void {
  mount(keyEndpoints.listUnitKeys, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const rows = await keyQueries.listUnitKeys(deps.db, unit.id);
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    }));
  });

  mount(keyEndpoints.createUnitKey, async ({ actor, params, body, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const by = { ...changedBy({ actor, raw }), label: body?.label ?? '' };
    return acrossVenuesOf(deps.db, unit.owner_id, () => createUnitKey(deps, unit, by));
  });

  mount(keyEndpoints.revokeUnitKey, async ({ actor, params, raw }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await revokeUnitKey(deps, unit, asId(params.id, 'key'), changedBy({ actor, raw }));
    return { revoked: true as const };
  });
}
