import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isInHours, menuHoursText } from '../../rules/drinks/availability.ts';
import type { VenueClock } from '../../rules/nights/venue-clock.ts';
import { hoursOf } from '../shared/category-fields.ts';
import type { CategoryRow } from './menu-categories.queries.ts';

export function categoryView(
  row: CategoryRow,
  clocks: readonly VenueClock[],
  now: Date,
): EndpointResponse<'updateMenuCategory'> {
  const hours = hoursOf(row);
  return {
    id: row.id,
    name: row.name,
    hours,
    when: hours && menuHoursText(hours),
    isOpen: isInHours(hours, now.getTime(), clocks),
    drinkIds: row.drink_ids,
  };
}
