/**
 * Tries proposed pars on simulated delivery cycles: each has eight weeks of nights before it, from which the par is
 * proposed, and then sells until the delivery after the next.
 */
import { seededRandom } from '../../lib/seeded-random.ts';
import {
  demandOfRepeated,
  effectiveCount,
  paceOf,
  relativeVariance,
  sumOf,
} from '../forecast/demand.ts';
import { expectationOf, sameNights } from '../forecast/night-profile.ts';
import { nightOf, shiftDay } from '../nights/nights.ts';
import { nightsOfPar, proposedPar, timesOfNight } from '../stock/par.ts';
import { barRhythm } from './bar-rhythm.ts';
import { gamma } from './pour-outcome.ts';
import { batch, rules, servingsOfSale, timezone } from './run-out-trials.ts';

const firstDay = '2026-01-01';
const daysOfHistory = 56;
const servingMl = 40;

/** How bottles are bought, and how often a supplier comes. */
export interface Buying {
  readonly bottleMl: number;
  readonly caseSize: number;
}

/** One delivery cycle. */
export interface DeliveryTrial {
  /** Bottles. */
  readonly par: number;
  /** True when the par was enough for all that was ordered in the cycle. */
  readonly isCovered: boolean;
}

/** @param count delivery cycles, each of a bar of its own that a supplier comes to every day to every two weeks */
export function tryDeliveries(seed: number, count: number, buying: Buying): DeliveryTrial[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const perDay = 60 + 240 * random();
    const spread = 0.15 + 0.35 * random();
    const supplier = {
      deliveryDays: 1 + Math.floor(14 * random()),
      leadDays: Math.floor(4 * random()),
    };
    const today = shiftDay(firstDay, daysOfHistory + Math.floor(7 * random()));
    const sell = (day: string) => sellNight(random, perDay * shareOfNight(day), spread);
    const nights = nightsOfPar(supplier);
    const week = Array.from({ length: Math.min(7, nights) }, (_, nth) => {
      const day = shiftDay(today, nth);
      const past = sameNights(rules, day, () => true).map(({ night: { day: before }, weight }) => ({
        weight,
        ...sell(before),
      }));
      const weights = past.map(({ weight }) => weight);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const usual = past.reduce((sum, { weight, servings }) => sum + weight * servings, 0) / total;
      const variance = relativeVariance(
        past.map(({ weight, sales }) => ({ weight, total: sales })),
      );
      const demand = {
        // Whole nights: the hour does not matter.
        expectation: expectationOf(nightOf(rules, day), new Map([[20, usual]])),
        pace: paceOf({ variance, sold: 0, expected: 0 }),
        variance,
        nights: effectiveCount(weights),
        batch,
      };
      return demandOfRepeated([{ demand, times: timesOfNight(nth, nights) }]);
    });
    const par = proposedPar(sumOf(week), { servingMl, ...buying });
    const used = Array.from({ length: nights }, (_, nth) => sell(shiftDay(today, nth))).reduce(
      (sum, { servings }) => sum + servings,
      0,
    );
    return { par, isCovered: used * servingMl <= par * buying.bottleMl };
  });
}

const hourMs = 3_600_000;
const rhythm = barRhythm(timezone);

/** Share of an average day's sales that a night has. */
function shareOfNight(day: string): number {
  const { startMs, endMs } = nightOf(rules, day);
  let share = 0;
  for (let ms = startMs; ms < endMs; ms += hourMs) share += rhythm(ms);
  return share;
}

/** Sales of a night at a pace that varies from night to night, and servings of the bottle. */
function sellNight(
  random: () => number,
  expected: number,
  spread: number,
): { sales: number; servings: number } {
  const mean = expected * gamma(random, 1 / spread ** 2);
  let [sales, servings] = [0, 0];
  // Arrivals with exponential gaps, as many as fit.
  for (let at = -Math.log(1 - random()); at < mean; at -= Math.log(1 - random())) {
    sales += 1;
    servings += servingsOfSale(random);
  }
  return { sales, servings };
}
