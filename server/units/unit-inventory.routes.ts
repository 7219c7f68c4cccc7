import * as endpoints from '../../contract/units.ts';
import { updateUnitInventory } from './update-unit-inventory.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { requireUnit } from './unit-access.ts';
import { unitView } from './units.view.ts';

export function unitInventoryRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.updateUnitInventory, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { updatedInventory, expected } = body;
    return unitView(await updateUnitInventory(deps, unit, updatedInventory, expected));
  });
}
