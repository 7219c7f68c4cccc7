/** When each ingredient of a unit runs out, what that costs, and which places to refill against it. */
import { acceptedOdds, type Level, placesToRefill, servingsLeft } from './refill-horizon.ts';
import { demandOfNights, meanPace, type NightDemand, oddsOfAtLeast, type Pace } from './demand.ts';
import type { Expectation } from './night-profile.ts';
import {
  atRiskOf,
  oddsByTime,
  type RunOut,
  runOutOf,
  slotsBetween,
  type SoldDrink,
} from './run-out.ts';

const hourMs = 3_600_000;

export interface StockedIngredient<Place extends Level = Level> {
  readonly ingredientId: string;
  readonly servingMl: number;
  readonly places: readonly Place[];
  /** One per night of the range; null where too little is known, or the level is not. */
  readonly demands: readonly NightDemand[] | null;
}

/** What a night of the range is expected to earn. */
export interface NightEarnings {
  /** Sales of the unit. */
  readonly expectation: Expectation;
  readonly pace: Pace;
  /** Cents by drink, in the whole night at its usual pace. */
  readonly byDrink: ReadonlyMap<string, number>;
}

export interface Drink {
  readonly id: string;
  readonly ingredientIds: readonly string[];
}

export interface UnitStock<Place extends Level = Level> {
  readonly ingredients: readonly StockedIngredient<Place>[];
  readonly drinks: readonly Drink[];
  readonly earnings: readonly NightEarnings[];
}

export interface IngredientForecast<Place extends Level = Level> {
  readonly ingredientId: string;
  readonly places: readonly Place[];
  /** Whole servings. */
  readonly left: number;
  /** Servings expected within the next hour; null where too little is known. */
  readonly ratePerHour: number | null;
  readonly runOut: RunOut;
  readonly atRiskCents: number;
  /** Places to refill, the emptiest first; empty where it hardly runs out. */
  readonly refill: readonly Place[];
}

export interface UnitForecast<Place extends Level = Level> {
  readonly ingredients: readonly IngredientForecast<Place>[];
  /** Each drink counted once. */
  readonly atRiskCents: number;
}

/** An ingredient that is out already has no time. */
const isOut: RunOut = { earliestMs: null, likelyMs: null, latestMs: null, odds: 1 };
const isUnknown: RunOut = { earliestMs: null, likelyMs: null, latestMs: null, odds: 0 };

/** Forecasts a unit from now to a time. */
export function forecastUnit<Place extends Level>(
  { ingredients, drinks, earnings }: UnitStock<Place>,
  nowMs: number,
  untilMs: number,
): UnitForecast<Place> {
  const slots = slotsBetween(nowMs, untilMs);
  const oddsOf = new Map<string, readonly number[]>();
  const forecasts = ingredients.map((one) => {
    const { forecast, odds } = forecastIngredient(one, { nowMs, untilMs, slots });
    if (forecast.runOut.odds > 0) oddsOf.set(one.ingredientId, odds);
    return forecast;
  });
  const placed = new Set(ingredients.map(({ ingredientId }) => ingredientId));
  const sold = drinks
    .filter(
      ({ ingredientIds }) =>
        ingredientIds.every((id) => placed.has(id)) && ingredientIds.some((id) => oddsOf.has(id)),
    )
    .map((drink) => soldDrink(drink, earnings, { nowMs, slots }));
  const risk = atRiskOf(sold, oddsOf);
  return {
    ingredients: forecasts.map((forecast) => ({
      ...forecast,
      atRiskCents: Math.round(risk.byIngredient.get(forecast.ingredientId) ?? 0),
    })),
    atRiskCents: Math.round(risk.cents),
  };
}

interface Range {
  readonly nowMs: number;
  readonly slots: readonly number[];
}

function forecastIngredient<Place extends Level>(
  { ingredientId, servingMl, places, demands }: StockedIngredient<Place>,
  { nowMs, untilMs, slots }: Range & { untilMs: number },
): { forecast: IngredientForecast<Place>; odds: readonly number[] } {
  const left = servingsLeft(places, servingMl);
  const known = { ingredientId, places, left, atRiskCents: 0 };
  const demandUntil = (ms: number) => demandOfNights(demands ?? [], nowMs, ms);
  const ratePerHour = demands && demandUntil(nowMs + hourMs).mean;
  const refillFor = (oddsWith: (servings: number) => number): Place[] =>
    placesToRefill(places, servingMl, oddsWith);
  if (left === 0) {
    const oddsWith = (servings: number) =>
      servings === 0 ? 1 : demands ? oddsOfAtLeast(servings + 1, demandUntil(untilMs)) : 0;
    return {
      forecast: { ...known, ratePerHour, runOut: isOut, refill: refillFor(oddsWith) },
      odds: slots.map(() => 1),
    };
  }
  if (!demands) {
    return { forecast: { ...known, ratePerHour, runOut: isUnknown, refill: [] }, odds: [] };
  }
  const atEnd = demandUntil(untilMs);
  const odds =
    oddsOfAtLeast(left + 1, atEnd) > 0
      ? oddsByTime({ left, demandUntil }, slots)
      : slots.map(() => 0);
  const runOut = runOutOf(nowMs, slots, odds);
  const refill =
    runOut.odds > acceptedOdds ? refillFor((servings) => oddsOfAtLeast(servings + 1, atEnd)) : [];
  return { forecast: { ...known, ratePerHour, runOut, refill }, odds };
}

/** What a drink is expected to earn in each slot: its share of the night, as the unit sells over time. */
const soldDrink = (
  { id, ingredientIds }: Drink,
  earnings: readonly NightEarnings[],
  { nowMs, slots }: Range,
): SoldDrink => ({
  ingredientIds,
  cents: slots.map((endMs, nth) => {
    const startMs = slots[nth - 1] ?? nowMs;
    return expectedCents(earnings, (byDrink) => byDrink.get(id) ?? 0, startMs, endMs);
  }),
});

/** What a unit is expected to earn with all its drinks between two times, in cents. */
export const expectedCentsBetween = (
  earnings: readonly NightEarnings[],
  fromMs: number,
  untilMs: number,
): number => expectedCents(earnings, ofAllDrinks, fromMs, untilMs);

const ofAllDrinks = (byDrink: ReadonlyMap<string, number>): number =>
  [...byDrink.values()].reduce((sum, cents) => sum + cents, 0);

const expectedCents = (
  earnings: readonly NightEarnings[],
  ofNight: (byDrink: ReadonlyMap<string, number>) => number,
  fromMs: number,
  untilMs: number,
): number =>
  earnings.reduce((sum, { expectation, pace, byDrink }) => {
    if (expectation.total === 0) return sum;
    const share = (expectation.until(untilMs) - expectation.until(fromMs)) / expectation.total;
    return sum + meanPace(pace) * share * ofNight(byDrink);
  }, 0);
