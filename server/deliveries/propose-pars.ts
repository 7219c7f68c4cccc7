import type { Reads } from '../../db/pool/reads.ts';
import {
  demandOfRepeated,
  type Moments,
  paceOf,
  type RepeatedNight,
  sumOf,
} from '../../rules/forecast/demand.ts';
import { nightsOfPar, proposedPar, timesOfNight } from '../../rules/stock/par.ts';
import { readWeekDemands, type UnitDemandOfNight } from '../forecast/read-week-demands.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { SupplierRow } from './suppliers.queries.ts';

/** An ingredient as it is bought. */
interface Bought {
  ingredientId: string;
  supplier: SupplierRow | null;
  servingMl: number;
  /** Of a bottle. */
  bottleMl: number;
  /** Bottles in a case. */
  caseSize: number;
}

/**
 * Proposes the par of each ingredient, in bottles: the demand of the nights until the next delivery and of the lead time,
 * which it exceeds with odds of at most 5 %. Without those of which too little is known in a unit that holds them, that
 * no unit holds, or whose supplier has no days between deliveries. Nights after the seventh are as the same night of the
 * coming week.
 */
export async function proposePars(
  deps: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  timezone: string,
  bought: readonly Bought[],
): Promise<Map<string, number>> {
  const delivered = bought.filter(({ supplier }) => supplier?.delivery_days != null);
  if (delivered.length === 0) return new Map();
  const { byIngredient } = await readWeekDemands(deps, venueId, timezone);
  return new Map(
    delivered.flatMap((one) => {
      const demand = demandOf(one, byIngredient.get(one.ingredientId) ?? []);
      return demand === null ? [] : [[one.ingredientId, proposedPar(demand, one)] as const];
    }),
  );
}

function demandOf(
  { supplier }: Bought,
  ofUnits: readonly (readonly UnitDemandOfNight[])[],
): Moments | null {
  const deliveryDays = supplier?.delivery_days ?? null;
  if (supplier === null || deliveryDays === null || ofUnits.length === 0) return null;
  const nights = nightsOfPar({ deliveryDays, leadDays: supplier.lead_days });
  const demands = ofUnits.map((week) => demandOfUnit(week, nights));
  const known = demands.flatMap((demand) => demand ?? []);
  return known.length === demands.length ? sumOf(known) : null;
}

/** Null where too little is known of one of the nights. */
function demandOfUnit(week: readonly UnitDemandOfNight[], nights: number): Moments | null {
  const coming = week
    .map((night, nth) => ({
      ...night,
      times: timesOfNight(nth, nights) - (night.isClosed && nth < nights ? 1 : 0),
    }))
    .filter(({ times }) => times > 0);
  const known = coming.flatMap(({ demand, method, times }) =>
    demand === null ? [] : [{ method, times, demand: { ...demand, pace: usualPace(demand) } }],
  );
  if (known.length < coming.length) return null;
  // Each same night has past nights of its own; nights of all weekdays are expected from the same ones.
  const groups: RepeatedNight[][] = [
    known.filter(({ method }) => method === 'hourly'),
    ...known.filter(({ method }) => method === 'weekday').map((night) => [night]),
  ];
  return sumOf(groups.map(demandOfRepeated));
}

/** Of a night that has not begun: the par is for whole nights. */
const usualPace = ({ variance }: { variance: number }) =>
  paceOf({ variance, sold: 0, expected: 0 });
