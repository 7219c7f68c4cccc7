import type { Reads } from '../../db/pool/reads.ts';
import { demandOfNights } from '../../rules/forecast/demand.ts';
import type { AppDeps } from '../shared/deps.ts';
import { readWeekDemands } from './read-week-demands.ts';

/**
 * Servings of each ingredient that the units of a venue are expected to use from now through each of the next seven
 * nights, by the model of the forecast; without those of which too little is known in a unit that holds them.
 */
export async function getWeekUse(
  deps: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  timezone: string,
): Promise<Map<string, number[]>> {
  const { nowMs, nights, byIngredient } = await readWeekDemands(deps, venueId, timezone);
  const used = new Map<string, number[]>();
  for (const [ingredientId, ofUnits] of byIngredient) {
    const open = ofUnits.flatMap((week) => week.filter(({ isClosed }) => !isClosed));
    const demands = open.flatMap(({ demand }) => demand ?? []);
    if (demands.length === open.length)
      used.set(
        ingredientId,
        nights.map(({ endMs }) => demandOfNights(demands, nowMs, endMs).mean),
      );
  }
  return used;
}
