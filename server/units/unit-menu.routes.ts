import * as endpoints from '../../contract/units.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { readMenu } from './read-unit-menu.ts';
import { requireUnit } from './unit-access.ts';

export function unitMenuRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getUnitMenu, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    if (actor.kind === 'unit' && actor.unitId !== unit.id) throw notFound('unit');
    return readMenu(deps, unit);
  });
}
