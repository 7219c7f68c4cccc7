import * as healthEndpoints from '../../contract/unit-health.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireAccount } from '../shared/require-account.ts';
import { beginService } from './begin-service.ts';
import { endService } from './end-service.ts';
import { requireUnit } from './unit-access.ts';

export function unitServiceRoutes(mount: Mount, deps: AppDeps): void {
  mount(healthEndpoints.beginService, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { userId } = requireAccount(actor);
    const { from, until, reason } = await beginService(deps, unit, body, userId);
    return { service: { from: from.toISOString(), until: until.toISOString(), reason } };
  });

  mount(healthEndpoints.endService, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await endService(deps, unit, requireAccount(actor).userId);
    return { service: null };
  });
}
