import * as endpoints from '../../contract/menu-loss.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { getMenuLoss } from './get-menu-loss.ts';
import { menuLossView } from './menu-loss.view.ts';

export function menuLossRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getMenuLoss, async ({ actor, params, body, reads }) => {
    if (!isTimezone(body.timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    const rules = (await findNightRules(deps.db, venue.id)) ?? calendarDays(body.timezone);
    return menuLossView(await getMenuLoss({ ...deps, reads }, venue.id, rules, body));
  });
}
