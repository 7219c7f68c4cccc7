import * as endpoints from '../../contract/unit-contact.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { sendHeartbeat } from './send-heartbeat.ts';
import { requireUnit } from './unit-access.ts';
import { unitContactView } from './unit-contact.view.ts';
import { readUnitContact } from './unit-heartbeats.queries.ts';

export function unitContactRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.sendHeartbeat, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    if (actor.kind === 'unit' && actor.unitId !== unit.id) throw notFound('unit');
    const { now, nextAfterMs } = await sendHeartbeat(deps, unit, body);
    return { now: now.toISOString(), nextAfterMs };
  });

  mount(endpoints.getUnitContact, async ({ actor, params }) =>
    unitContactView(
      await readUnitContact(deps.db, await requireUnit(deps, actor, params.unitNumber)),
    ),
  );
}
