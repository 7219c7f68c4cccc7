import type { Reads } from '../../db/pool/reads.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { demandOfNights } from '../../rules/forecast/demand.ts';
import { nightsUntil } from '../../rules/forecast/refill-horizon.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { listStockedPlaces, listUnits } from './forecast.queries.ts';
import { demandsOf, readNights } from './get-stock-forecast.ts';

const weekMs = 7 * 86_400_000;
const nightsRead = 7;

/**
 * Servings of each ingredient that the units of a venue are expected to use from now through each of the next seven
 * nights, by the model of the forecast; without those of which too little is known in a unit that holds them.
 */
export async function getWeekUse(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  timezone: string,
): Promise<Map<string, number[]>> {
  const nowMs = now().getTime();
  const [ownRules, units] = await Promise.all([
    findNightRules(db, venueId),
    listUnits(db, venueId),
  ]);
  const unitIds = units.map(({ id }) => id);
  const places = await listStockedPlaces(db, venueId, unitIds);
  const rules = ownRules ?? calendarDays(timezone);
  const nights = nightsUntil(rules, nowMs, nowMs + weekMs).slice(0, nightsRead);
  const ofNights = await reads.query((recent) =>
    readNights(recent, venueId, { rules, nowMs, nights }, { units, places }),
  );
  const used = new Map<string, number[]>();
  const unknown = new Set<string>();
  const held = new Set(places.map((place) => `${place.unit_id} ${place.ingredient_id}`));
  for (const [unitId = '', ingredientId = ''] of [...held].map((key) => key.split(' '))) {
    const demands = demandsOf(
      ofNights
        .map((read) => read(unitId))
        .filter(({ isClosed }) => !isClosed)
        .map((night) => ({ night, used: night.demand?.used.get(ingredientId) })),
    );
    if (demands === null) unknown.add(ingredientId);
    else {
      const before = used.get(ingredientId);
      used.set(
        ingredientId,
        nights.map(
          ({ endMs }, nth) => (before?.[nth] ?? 0) + demandOfNights(demands, nowMs, endMs).mean,
        ),
      );
    }
  }
  for (const ingredientId of unknown) used.delete(ingredientId);
  return used;
}
