/** Curves of nights: what was taken and served from the start of a night until each time on its clock. */
import { demandOf, type Moments, type NightDemand, oddsOfAtLeast } from '../forecast/demand.ts';
import { type Night, readingReached } from '../nights/nights.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Length of a step of tonight's curve. */
export const stepMs = 5 * minuteMs;

/** What was sold in a part of a night: cents after refunds, and drinks served. */
export interface Taken {
  readonly cents: number;
  readonly drinks: number;
}

/** What was sold in five minutes. */
export interface Step extends Taken {
  readonly orders: number;
  /** Sum of the squares of the amounts of single orders, in dollars. */
  readonly squares: number;
}

/** Minutes on the clock since the start of the night, and what was sold until then. */
export interface CurvePoint extends Taken {
  readonly minute: number;
}

/** Least and most of several nights until the same time on the clock. */
export interface BandPoint {
  readonly minute: number;
  readonly least: Taken;
  readonly most: Taken;
}

export const nothingTaken: Taken = { cents: 0, drinks: 0 };

export const addTaken = (a: Taken, b: Taken): Taken => ({
  cents: a.cents + b.cents,
  drinks: a.drinks + b.drinks,
});

/** Start of the step that contains this instant, both in epoch milliseconds. */
export const stepOf = (ms: number): number => Math.floor(ms / stepMs) * stepMs;

/** Minutes that the clock has advanced since the start of the night; it stands still in an hour that comes twice. */
export const minuteOf = (night: Night, ms: number): number =>
  Math.round((readingReached(night, ms) - readingReached(night, night.startMs)) / minuteMs);

/**
 * Curve of a night from what was sold in its parts: a point at the start, and one at the end of each part in which
 * something was sold or returned. Parts that end at the same time on the clock share a point.
 * @param parts epoch milliseconds of the end of each part, not after the end of the night
 */
export function curveOf(night: Night, parts: ReadonlyMap<number, Taken>): CurvePoint[] {
  const points: CurvePoint[] = [{ minute: 0, ...nothingTaken }];
  let sum = nothingTaken;
  for (const [endMs, taken] of [...parts].sort(([a], [b]) => a - b)) {
    if (taken.cents === 0 && taken.drinks === 0) continue;
    sum = addTaken(sum, taken);
    const minute = minuteOf(night, endMs);
    if (points.at(-1)?.minute === minute) points.pop();
    points.push({ minute, ...sum });
  }
  return points;
}

/**
 * Curve of tonight from its steps, the last of which ends now.
 * @param fromMs leaves out the points before the last one that is not after this time, in epoch milliseconds
 */
export function curveOfSteps(
  night: Night,
  steps: ReadonlyMap<number, Taken>,
  { nowMs, fromMs = night.startMs }: { nowMs: number; fromMs?: number },
): CurvePoint[] {
  const lastMs = Math.min(Math.max(nowMs, night.startMs), night.endMs);
  const parts = new Map<number, Taken>();
  // What was sold before is one part: the minute of each point takes a while to compute.
  const before = Math.min(lastMs, Math.max(stepOf(fromMs), night.startMs));
  for (const [startMs, taken] of steps) {
    const endMs = Math.max(Math.min(startMs + stepMs, lastMs), before);
    parts.set(endMs, addTaken(parts.get(endMs) ?? nothingTaken, taken));
  }
  const curve = curveOf(night, parts);
  return parts.has(before) && before > night.startMs ? curve.slice(1) : curve;
}

/** Hours of UTC within a night, for which sums are stored; the first and the last may be parts of one. */
export function hoursWithin({ startMs, endMs }: TimeRange): TimeRange[] {
  const hours: TimeRange[] = [];
  for (let fromMs = startMs; fromMs < endMs;) {
    const untilMs = Math.min((Math.floor(fromMs / hourMs) + 1) * hourMs, endMs);
    hours.push({ startMs: fromMs, endMs: untilMs });
    fromMs = untilMs;
  }
  return hours;
}

/** What the curve shows at a minute: straight between two points, and the last value after the last one. */
export function takenAt(curve: readonly CurvePoint[], minute: number): Taken {
  const nth = curve.findIndex((point) => point.minute >= minute);
  const [before, after] = nth === -1 ? [curve.at(-1), undefined] : [curve[nth - 1], curve[nth]];
  if (!after || !before || after.minute === minute) return after ?? before ?? nothingTaken;
  const share = (minute - before.minute) / (after.minute - before.minute);
  const between = (a: number, b: number): number => Math.round(a + share * (b - a));
  return {
    cents: between(before.cents, after.cents),
    drinks: between(before.drinks, after.drinks),
  };
}

/** Band that the curves of several nights lie in, at every minute at which one of them has a point. */
export function bandOf(curves: readonly (readonly CurvePoint[])[]): BandPoint[] {
  if (curves.length === 0) return [];
  const minutes = new Set(curves.flatMap((curve) => curve.map(({ minute }) => minute)));
  return [...minutes]
    .sort((a, b) => a - b)
    .map((minute) => {
      const all = curves.map((curve) => takenAt(curve, minute));
      const [cents, drinks] = [all.map((one) => one.cents), all.map((one) => one.drinks)];
      return {
        minute,
        least: { cents: Math.min(...cents), drinks: Math.min(...drinks) },
        most: { cents: Math.max(...cents), drinks: Math.max(...drinks) },
      };
    });
}

/** Odds that the night ends below the span, and above it. */
const tailOdds = 0.1;

/** Orders from now until the end of the night. */
export interface OrdersToCome {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/**
 * What a night is on pace for: what was sold, and what is expected of the rest by the pace so far, with the span that
 * holds the true number on 80 of 100 nights.
 */
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
