import * as endpoints from '../../contract/units.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { auditContext, requirePermission } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import { acrossVenuesOf, requireVenue } from '../venues/venue-access.ts';
import { addStandardBar } from './add-standard-bar.ts';

export function standardBarRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.addStandardBar, async ({ actor, params, body, raw }) => {
    requirePermission(actor, 'drinks.write');
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const venue = await requireVenue(deps, actor, unit.venue_id);
    const by = auditContext({ actor, raw });
    return acrossVenuesOf(deps.db, unit.owner_id, () =>
      addStandardBar(deps, { unit, venue }, body, by),
    );
  });
}
