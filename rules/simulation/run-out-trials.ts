/**
 * Tries the run-out forecast on simulated evenings: each has eight weeks of nights before it, sells until a bottle is
 * empty, and is forecast two hours before that. Two forecasts that others use are tried on the same evenings.
 */
import { seededRandom } from '../../lib/seeded-random.ts';
import { demandOf, effectiveCount, paceOf, relativeVariance } from '../forecast/demand.ts';
import { expectationOf, sameNights } from '../forecast/night-profile.ts';
import { oddsByTime, runOutOf, slotsBetween } from '../forecast/run-out.ts';
import { type Night, nightOf, type NightRules, shiftDay } from '../nights/nights.ts';
import { barRhythm, nextSaleAfter } from './bar-rhythm.ts';
import { gamma } from './pour-outcome.ts';

const hourMs = 3_600_000;
export const timezone = 'America/New_York';
export const rules: NightRules = {
  clocks: [{ fromDay: '2020-01-01', timezone, startsMinutes: 300 }],
  ends: new Map(),
};
const firstDay = '2026-01-01';
const daysOfHistory = 56;
/** Forecast this long before the bottle is empty. */
const aheadMs = 2 * hourMs;
const closesAfterMs = 21 * hourMs;
const opensAfterMs = 6 * hourMs;
/** Share of the sales that need the bottle, and of these that are doubles. */
const [shareOfBottle, shareOfDoubles] = [0.3, 0.25];
/** Mean size of a sale that needs the bottle, weighted by size. */
export const batch = (1 - shareOfDoubles + 4 * shareOfDoubles) / (1 + shareOfDoubles);
const averagedDays = 7;

interface Sale {
  readonly ms: number;
  /** From the bottle. */
  readonly servings: number;
}

/** What each forecast said of one evening, in minutes. */
export interface Trial {
  /** True when the bottle was empty between the earliest and the latest time. */
  readonly isHeld: boolean;
  /** Errors of the time of running out, without sign. */
  readonly errors: {
    readonly likely: number;
    /** Servings of the last seven days per hour of opening. */
    readonly flatAverage: number;
    /** Servings of tonight so far per hour. */
    readonly tonightPerHour: number;
  };
}

/** @param count evenings on which the bottle runs out after being watched for two hours at least */
export function tryRunOuts(seed: number, count: number): Trial[] {
  const random = seededRandom(seed);
  const trials: Trial[] = [];
  while (trials.length < count) {
    const perDay = 60 + 240 * random();
    const spread = 0.15 + 0.35 * random();
    const trial = tryEvening(random, perDay, spread);
    if (trial) trials.push(trial);
  }
  return trials;
}

function tryEvening(random: () => number, salesPerDay: number, spread: number): Trial | null {
  const today = shiftDay(firstDay, daysOfHistory + Math.floor(7 * random()));
  const past = sameNights(rules, today, () => true);
  const before = Array.from({ length: averagedDays }, (_, nth) => shiftDay(today, -1 - nth));
  const days = new Set([...past.map(({ night }) => night.day), ...before]);
  const salesOf = new Map(
    [...days].map((day) => [day, simulateNight(random, nightOf(rules, day), salesPerDay, spread)]),
  );
  const tonight = nightOf(rules, today);
  const sales = simulateNight(random, tonight, salesPerDay, spread);
  const usual = mean(past.map(({ night }) => servingsIn(salesOf.get(night.day) ?? [])));
  const left = Math.floor(usual * (0.3 + 0.6 * random()));
  const emptyMs = timeOfEmpty(sales, left);
  if (emptyMs === null) return null;
  const nowMs = emptyMs - aheadMs;
  const soFar = sales.filter(({ ms }) => ms <= nowMs);
  const soldSoFar = servingsIn(soFar);
  if (soFar.length === 0 || soldSoFar === 0) return null;

  const weights = past.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const profile = (sizeOf: (sale: Sale) => number) => {
    const inHour = new Map<number, number>();
    for (const { night, weight } of past)
      for (const sale of salesOf.get(night.day) ?? []) {
        const hour = 5 + Math.floor((sale.ms - night.startMs) / hourMs);
        inHour.set(hour, (inHour.get(hour) ?? 0) + (weight * sizeOf(sale)) / total);
      }
    return expectationOf(tonight, inHour);
  };
  const ofUnit = profile(() => 1);
  const variance = relativeVariance(
    past.map(({ night, weight }) => ({ weight, total: salesOf.get(night.day)?.length ?? 0 })),
  );
  const demand = {
    expectation: profile(({ servings }) => servings),
    pace: paceOf({ variance, sold: soFar.length, expected: ofUnit.until(nowMs) }),
    variance,
    nights: effectiveCount(weights),
    batch,
  };
  const closeMs = tonight.startMs + closesAfterMs;
  const slots = slotsBetween(nowMs, closeMs);
  const remaining = left - soldSoFar;
  const demandUntil = (ms: number) => demandOf(demand, nowMs, ms);
  const odds = oddsByTime({ left: remaining, demandUntil }, slots);
  const { earliestMs, likelyMs, latestMs } = runOutOf(nowMs, slots, odds);

  const opensMs = tonight.startMs + opensAfterMs;
  const openHours = (closesAfterMs - opensAfterMs) / hourMs;
  const perHourFlat = mean(before.map((day) => servingsIn(salesOf.get(day) ?? []))) / openHours;
  const perHourTonight = soldSoFar / Math.max((nowMs - opensMs) / hourMs, 0.5);
  const errorOf = (ms: number): number =>
    Math.abs(Math.min(ms, closeMs) - Math.min(emptyMs, closeMs)) / 60_000;
  return {
    isHeld: (earliestMs ?? closeMs) <= emptyMs && emptyMs <= (latestMs ?? closeMs),
    errors: {
      likely: errorOf(likelyMs ?? closeMs),
      flatAverage: errorOf(nowMs + (remaining / perHourFlat) * hourMs),
      tonightPerHour: errorOf(nowMs + (remaining / perHourTonight) * hourMs),
    },
  };
}

/** Sales at the rhythm of a bar, at a pace that varies from night to night. */
function simulateNight(
  random: () => number,
  night: Night,
  salesPerDay: number,
  spread: number,
): Sale[] {
  const pace = gamma(random, 1 / spread ** 2);
  const of = { salesPerDay: salesPerDay * pace, rhythm: barRhythm(timezone) };
  const sales: Sale[] = [];
  let ms: number | null = night.startMs;
  while ((ms = nextSaleAfter(ms, night.endMs, of, random)) !== null)
    sales.push({ ms, servings: servingsOfSale(random) });
  return sales;
}

/** Servings of the bottle that a sale takes. */
export function servingsOfSale(random: () => number): number {
  if (random() >= shareOfBottle) return 0;
  return random() < shareOfDoubles ? 2 : 1;
}

const servingsIn = (sales: readonly Sale[]): number =>
  sales.reduce((sum, { servings }) => sum + servings, 0);

/** Time at which more was ordered than there was; null when there was enough. */
function timeOfEmpty(sales: readonly Sale[], left: number): number | null {
  let sold = 0;
  for (const { ms, servings } of sales) {
    sold += servings;
    if (sold > left) return ms;
  }
  return null;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
