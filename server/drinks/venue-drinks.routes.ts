import * as endpoints from '../../contract/venues.ts';
import { maySeeVenueSecrets } from '../../rules/permissions.ts';
import { readAllDrinks, readDrinkPage, sellsDoubles } from './read-drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { venueWithDrinksView } from './venue-drinks.view.ts';

export function venueDrinkRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getVenueWithDrinks, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const may = {
      withSecrets: maySeeVenueSecrets(actor),
      withDouble: await sellsDoubles(deps, venue),
    };
    if (!query.pagination) {
      return venueWithDrinksView(venue, await readAllDrinks(deps, venue.id), may);
    }
    const requested = { page: query.pagination, drinkId: query.drink ?? null };
    const { rows, pagination } = await readDrinkPage(deps, venue.id, requested);
    return { ...venueWithDrinksView(venue, rows, may), pagination };
  });
}
