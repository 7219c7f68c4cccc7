/**
 * What a night is on pace for: what was sold, and what is expected of the rest by the pace so far, with the span that
 * holds the true number on 80 of 100 nights.
 */
import { demandOf, type NightDemand } from '../forecast/demand.ts';
import { type Moments, oddsOfAtLeast } from '../forecast/negative-binomial.ts';

/** Odds that the night ends below the span, and above it. */
const tailOdds = 0.1;

/** Orders from now until the end of the night. */
export interface OrdersToCome {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

export function ordersToCome(demand: NightDemand, nowMs: number, endMs: number): OrdersToCome {
  const moments = demandOf(demand, nowMs, endMs);
  return {
    low: exceededWith(1 - tailOdds, moments),
    likely: moments.mean,
    high: exceededWith(tailOdds, moments),
  };
}

/** Largest count that is met or exceeded with at least these odds. */
function exceededWith(odds: number, moments: Moments): number {
  let [low, high] = [0, 1];
  while (oddsOfAtLeast(high, moments) >= odds) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (oddsOfAtLeast(middle, moments) >= odds) low = middle;
    else high = middle;
  }
  return low;
}

/** Below so many orders, the spread of their amounts says little. */
const leastOrders = 20;
/** Of a spread as wide as 0.7 of the mean. */
const usualBatch = 1.5;

/**
 * How much more than a count of orders their amount varies: 1 plus the squared coefficient of variation (Feller, An
 * Introduction to Probability Theory, volume 1, 3rd edition, 1968, section XII.2).
 * @param amounts number, sum and sum of squares of the amounts of orders
 */
export function batchOfAmounts({
  orders,
  sum,
  squares,
}: {
  orders: number;
  sum: number;
  squares: number;
}): number {
  if (orders < leastOrders || sum <= 0) return usualBatch;
  return Math.max(1, (squares * orders) / sum ** 2);
}
