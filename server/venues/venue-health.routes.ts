import * as endpoints from '../../contract/unit-health.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { getVenueHealth } from './get-venue-health.ts';
import { requireVenue } from './venue-access.ts';
import { venueHealthView } from './venue-health.view.ts';

export function venueHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getVenueHealth, async ({ actor, params, reads, query: { timezone } }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    return venueHealthView(await getVenueHealth({ ...deps, reads }, venue.id, timezone));
  });
}
