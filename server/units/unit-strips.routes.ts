import * as stripEndpoints from '../../contract/unit-strips.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { stripStartMs } from '../../rules/health/unit-strip.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { requireUnit } from './unit-access.ts';
import { getUnitHistory } from './get-unit-history.ts';
import { readUnitStrips } from './read-unit-strips.ts';
import { unitHistoryView, unitStripsView } from './unit-strips.view.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function unitStripRoutes(mount: Mount, deps: AppDeps): void {
  mount(stripEndpoints.listUnitStrips, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const nowMs = deps.now().getTime();
    const range = { startMs: stripStartMs(nowMs), nowMs, unitId: null };
    return unitStripsView(await readUnitStrips(deps.db, venue.id, range), range);
  });

  mount(stripEndpoints.getUnitHistory, async ({ actor, params, query: { timezone } }) => {
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return unitHistoryView(unit, await getUnitHistory(deps, unit, timezone));
  });
}
