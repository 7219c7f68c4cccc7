import * as contract from '../../contract/prices.ts';
import { toDollars } from '../../lib/money.ts';
import { dateMessages } from '../../lib/time-in-zone.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { fewestGlasses } from '../../rules/prices/rehearsal.ts';
import type { Mount } from '../http/mount.ts';
import { rehearsePrices } from './rehearse-prices.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function priceRehearsalRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.rehearsePrices, async ({ actor, params, body, reads }) => {
    if (!isTimezone(body.timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    const rules = (await findNightRules(deps.db, venue.id)) ?? calendarDays(body.timezone);
    const found = await rehearsePrices({ ...deps, reads }, venue.id, rules, body);
    const { from, to, glasses, beforeCents, afterCents, breakEven, added } = found;
    return {
      from,
      to,
      glasses,
      before: toDollars(beforeCents),
      after: toDollars(afterCents),
      change: toDollars(afterCents - beforeCents),
      breakEven,
      isEnough: glasses >= fewestGlasses,
      added,
    };
  });
}
