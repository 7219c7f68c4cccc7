import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/drinks.ts';
import { toDollars } from '../../lib/money.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import type { Mount } from '../http/mount.ts';
import { getMenuLoss, type LostDrink, type MenuLoss } from './get-menu-loss.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { requireTimezone } from '../venues/nights.ts';

export function menuLossRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getMenuLoss, async ({ actor, params, body, reads }) => {
    requireTimezone(body.timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const rules = (await findNightRules(deps.db, venue.id)) ?? calendarDays(body.timezone);
    return menuLossView(await getMenuLoss({ ...deps, reads }, venue.id, rules, body));
  });
}

const oneDecimal = (count: number): number => Math.round(count * 10) / 10;

export function menuLossView({
  weekday,
  drinks,
  attention,
}: MenuLoss): EndpointResponse<'getMenuLoss'> {
  const sum = (of: (drink: LostDrink) => number): number =>
    drinks.reduce((total, drink) => total + of(drink), 0);
  return {
    weekday,
    drinks: drinks.map(({ drink, unit, cents, glasses, elsewhere }) => ({
      id: drink.id,
      name: drink.name,
      unitId: unit.id,
      unitNumber: unit.unit_number,
      unitName: unit.name,
      perNight: toDollars(Math.round(cents)),
      glasses: oneDecimal(glasses),
      elsewhere,
    })),
    perNight: toDollars(Math.round(sum(({ cents }) => cents))),
    perNightOfMonth: toDollars(Math.round(sum(({ recentCents }) => recentCents))),
    glasses: oneDecimal(sum(({ glasses }) => glasses)),
    attention,
  };
}
