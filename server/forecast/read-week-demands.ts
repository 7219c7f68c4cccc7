import type { Reads } from '../../db/pool/reads.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import type { NightDemand } from '../../rules/forecast/demand.ts';
import { nightsUntil } from '../../rules/forecast/refill-horizon.ts';
import type { Night } from '../../rules/nights/nights.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { listStockedPlaces, listUnits } from './forecast.queries.ts';
import { demandsOf, readNights } from './get-stock-forecast.ts';
import type { UsedIngredient } from './read-past-demand.ts';

const weekMs = 7 * 86_400_000;
const nightsRead = 7;

/** A night of the coming week in a unit. */
export interface UnitDemandOfNight {
  isClosed: boolean;
  /** Null where too little is known. */
  demand: NightDemand | null;
  method: UsedIngredient['method'] | null;
}

export interface WeekDemands {
  nowMs: number;
  /** Tonight and the six nights after it. */
  nights: readonly Night[];
  /** By ingredient: for each unit that holds it, one entry per night. */
  byIngredient: ReadonlyMap<string, readonly (readonly UnitDemandOfNight[])[]>;
}

/** Reads the demand of each ingredient in the units of a venue on each of the next seven nights. */
export async function readWeekDemands(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  timezone: string,
): Promise<WeekDemands> {
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
  const byIngredient = new Map<string, UnitDemandOfNight[][]>();
  const held = new Set(places.map((place) => `${place.unit_id} ${place.ingredient_id}`));
  for (const [unitId = '', ingredientId = ''] of [...held].map((key) => key.split(' '))) {
    const week = ofNights.map((read) => {
      const night = read(unitId);
      const used = night.demand?.used.get(ingredientId);
      const [demand = null] = demandsOf([{ night, used }]) ?? [];
      return { isClosed: night.isClosed, demand, method: used?.method ?? null };
    });
    byIngredient.set(ingredientId, [...(byIngredient.get(ingredientId) ?? []), week]);
  }
  return { nowMs, nights, byIngredient };
}
