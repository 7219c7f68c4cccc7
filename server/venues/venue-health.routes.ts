import * as endpoints from '../../contract/unit-health.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import type { Mount } from '../http/mount.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { unitFlags } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { getVenueHealth } from './get-venue-health.ts';
import { requireVenue } from './venue-access.ts';
import { countLowStock } from './venue-health.queries.ts';
import { venueHealthView } from './venue-health.view.ts';

export function venueHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getVenueHealth, async ({ actor, params, reads, query: { timezone } }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    const [health, low] = await Promise.all([
      getVenueHealth({ ...deps, reads }, venue.id, timezone),
      countLowStock(deps.db, venue.id),
    ]);
    const units = health.units.filter(({ activity }) => low.has(activity.id));
    const tracked = await deps.flags.idsWith(
      flagNamed.inventoryManagement,
      units.map(({ activity: { id, unit_number } }) =>
        unitFlags({ id, venue_id: venue.id, unit_number }),
      ),
    );
    return venueHealthView(health, new Map([...low].filter(([id]) => tracked.has(id))));
  });
}
