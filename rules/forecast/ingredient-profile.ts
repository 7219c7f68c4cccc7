/**
 * Servings of an ingredient that a unit is expected to use, hour by hour of the clock: the weighted mean of nights of the
 * past, without the hours in which there was none.
 */
import { effectiveCount } from './demand.ts';
import type { NightWeight } from './night-profile.ts';

/** An hour of a night in which an ingredient was out for a share of the time, and its servings all the same. */
export interface HourOut {
  readonly nth: number;
  readonly hour: number;
  readonly share: number;
  readonly servings: number;
}

export interface PastServings {
  readonly weights: readonly NightWeight[];
  /** By hour of the clock: servings times the weight of their night, summed over all nights. */
  readonly weighted: ReadonlyMap<number, number>;
  readonly stockouts: readonly HourOut[];
  /** What the unit is expected to sell by hour, of anything. */
  readonly unitInHour: ReadonlyMap<number, number>;
}

export interface IngredientProfile {
  readonly inHour: ReadonlyMap<number, number>;
  /** Nights on which the ingredient was there for at least half of what the unit sells. */
  readonly nights: number;
  /** As many equal ones. */
  readonly effectiveNights: number;
}

/** An hour that was out for longer says too little. */
const mostOut = 0.5;

export function ingredientProfile(past: PastServings): IngredientProfile {
  const missing = missingByNight(past);
  const counted = past.weights.filter(({ nth }) => (missing.get(nth) ?? 0) <= mostOut);
  return {
    inHour: fillGaps(hourlyMeans(past), past.unitInHour),
    nights: counted.length,
    effectiveNights: effectiveCount(counted.map(({ weight }) => weight)),
  };
}

/** Share of what the unit sells in a night that fell into times without the ingredient. */
function missingByNight({ stockouts, unitInHour }: PastServings): Map<number, number> {
  const total = [...unitInHour.values()].reduce((sum, one) => sum + one, 0);
  const missing = new Map<number, number>();
  for (const { nth, hour, share } of stockouts) {
    const sold = share * (unitInHour.get(hour) ?? 0);
    if (total > 0) missing.set(nth, (missing.get(nth) ?? 0) + sold / total);
  }
  return missing;
}

/** Mean by hour; null where the ingredient was out on every night. */
function hourlyMeans({ weights, weighted, stockouts }: PastServings): Map<number, number | null> {
  const weightOf = new Map(weights.map(({ nth, weight }) => [nth, weight]));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const servings = new Map(weighted);
  const countedWeight = new Map<number, number>();
  for (const { nth, hour, share, servings: sold } of stockouts) {
    const weight = weightOf.get(nth) ?? 0;
    const isCounted = share <= mostOut;
    const extra = isCounted ? sold / (1 - share) - sold : -sold;
    servings.set(hour, (servings.get(hour) ?? 0) + weight * extra);
    if (!isCounted) countedWeight.set(hour, (countedWeight.get(hour) ?? total) - weight);
  }
  const hours = [...new Set([...servings.keys(), ...countedWeight.keys()])];
  return new Map(
    hours.map((hour) => {
      const weight = countedWeight.get(hour) ?? total;
      // Sums of weights are not exact.
      const mean = weight > total * 1e-9 ? Math.max(0, servings.get(hour) ?? 0) / weight : null;
      return [hour, mean];
    }),
  );
}

/** Hours of which nothing is known get the ingredient's share of what the unit sells in them. */
function fillGaps(
  means: ReadonlyMap<number, number | null>,
  unitInHour: ReadonlyMap<number, number>,
): Map<number, number> {
  const known = [...means].flatMap(([hour, mean]) =>
    mean === null ? [] : [[hour, mean] as const],
  );
  const gaps = [...means].filter(([, mean]) => mean === null);
  const servings = known.reduce((sum, [, mean]) => sum + mean, 0);
  const outside = new Set(gaps.map(([hour]) => hour));
  const sold = [...unitInHour].reduce((sum, [hour, one]) => sum + (outside.has(hour) ? 0 : one), 0);
  const share = sold > 0 ? servings / sold : 0;
  return new Map([
    ...known,
    ...gaps.map(([hour]) => [hour, share * (unitInHour.get(hour) ?? 0)] as const),
  ]);
}
