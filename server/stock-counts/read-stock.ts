/** Reads the contents of the units and storerooms of a venue. */
import { type OnHand, onHandOf } from '../../rules/stock/on-hand.ts';
import { trackedUnits } from '../adapters/flags/port.ts';
import { listStockedPlaces, listUnits } from '../forecast/forecast.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listStored, listStores } from './stock-counts.queries.ts';

export async function readStock({ db, flags }: Pick<AppDeps, 'db' | 'flags'>, venueId: string) {
  const units = await listUnits(db, venueId);
  const unitIds = units.map(({ id }) => id);
  const [tracked, places, stores, stored] = await Promise.all([
    trackedUnits({ flags }, units),
    listStockedPlaces(db, venueId, unitIds),
    listStores(db, venueId),
    listStored(db, venueId),
  ]);
  return { units, tracked, places, stores, stored };
}

type VenueStock = Awaited<ReturnType<typeof readStock>>;

/** On hand of each ingredient; without those that stand nowhere. */
export const onHandIn = ({ places, stored, tracked }: VenueStock): Map<string, OnHand> =>
  onHandOf([
    ...places.map((place) => ({
      ingredientId: place.ingredient_id,
      ml: place.remaining_ml,
      levelKnown: place.level_known || !tracked.has(place.unit_id),
    })),
    ...stored.map(({ ingredientId, ml }) => ({ ingredientId, ml, levelKnown: true })),
  ]);
