import { updateUnitInventory } from '../../contract/units.ts';
import { reorderInventory } from './update-unit-inventory.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { reachUnit } from './unit-access.ts';
import { unitView } from './units.view.ts';

export function unitInventoryRoutes(mount: Mount, deps: AppDeps): void {
  mount(updateUnitInventory, async ({ actor, params, body }) => {
    const unit = await reachUnit(deps, actor, params.unitNumber);
    const named = body.updatedInventory.map(([ingredientId]) => ingredientId);
    return unitView(await reorderInventory(deps, unit, named));
  });
}
