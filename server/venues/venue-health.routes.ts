import * as healthEndpoints from '../../contract/unit-health.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import type { Mount } from '../http/mount.ts';
import { trackedAmong } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { getVenueHealth } from './get-venue-health.ts';
import { requireVenue } from './venue-access.ts';
import { listLowStock } from './venue-health.queries.ts';
import { venueHealthView } from './venue-health.view.ts';

export function venueHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(healthEndpoints.getVenueHealth, async ({ actor, params, reads, query: { timezone } }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    const [health, low] = await Promise.all([
      getVenueHealth({ ...deps, reads }, venue.id, timezone),
      countLowStock(deps, venue.id),
    ]);
    return venueHealthView(health, low);
  });
}

/** Ingredients that are out or at their threshold, by unit, of units with inventory management. */
async function countLowStock(
  { db, flags }: Pick<AppDeps, 'db' | 'flags'>,
  venueId: string,
): Promise<Map<string, number>> {
  const units = await listLowStock(db, venueId);
  const tracked = await trackedAmong(
    { flags },
    units.map((unit) => ({ ...unit, venue_id: venueId })),
  );
  return new Map(units.filter(({ id }) => tracked.has(id)).map(({ id, count }) => [id, count]));
}
