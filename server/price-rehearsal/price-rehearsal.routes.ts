import * as contract from '../../contract/price-rehearsal.ts';
import { toDollars } from '../../lib/money.ts';
import { fewestGlasses } from '../../rules/prices/rehearsal.ts';
import type { Mount } from '../http/mount.ts';
import { rehearsePrices } from './rehearse-prices.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { nightRulesIn, requireTimezone } from '../venues/nights.ts';

export function priceRehearsalRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.rehearsePrices, async ({ actor, params, body, reads }) => {
    const timezone = requireTimezone(body.timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const rules = await nightRulesIn(deps, venue.id, timezone);
    const found = await rehearsePrices({ ...deps, reads }, venue, rules, body);
    const { beforeCents, afterCents, glasses, ...rest } = found;
    return {
      ...rest,
      glasses,
      before: toDollars(beforeCents),
      after: toDollars(afterCents),
      change: toDollars(afterCents - beforeCents),
      isEnough: glasses >= fewestGlasses,
    };
  });
}
