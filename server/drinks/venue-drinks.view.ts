import type { Endpoints } from '../../contract/endpoints.ts';
import type { z } from 'zod';
import type { DrinkRow } from './drinks.queries.ts';
import { drinkView } from './drinks.view.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { venueView } from '../venues/venues.view.ts';

type VenueWithDrinks = z.output<Endpoints['getVenueWithDrinks']['responses'][200]>;

/** A venue and its drinks, limited to what the requester may see. */
export const venueWithDrinksView = (
  venue: VenueRow,
  rows: readonly DrinkRow[],
  may: { withSecrets: boolean; withDouble: boolean },
): VenueWithDrinks => ({
  ...venueView(venue, may.withSecrets),
  drinks: rows.map((row) => drinkView(row, may.withDouble)),
});
