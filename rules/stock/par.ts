/** Pars that are proposed: as many bottles as hardly run out before the delivery after the next. */
import { hundredths } from '../../lib/hundredths.ts';
import { type Moments, oddsOfAtLeast } from '../forecast/demand.ts';
import { acceptedOdds } from '../forecast/refill-horizon.ts';
import { inCases } from './stock-orders.ts';

/**
 * Nights that a par has to last: what is ordered for a delivery comes after the lead time, and nothing more does until
 * the one after it.
 */
export const nightsOfPar = (supplier: {
  /** Days from one delivery to the next. */
  readonly deliveryDays: number;
  /** Days from an order to its delivery. */
  readonly leadDays: number;
}): number => supplier.deliveryDays + supplier.leadDays;

/**
 * Number of times that a night of the coming week comes within so many nights.
 * @param nth from 0
 */
export const timesOfNight = (nth: number, nights: number): number =>
  Math.max(0, Math.ceil((nights - nth) / 7));

/** Fewest servings that a demand exceeds with odds of at most 5 %. */
export function servingsFor(demand: Moments): number {
  const isEnough = (servings: number): boolean =>
    oddsOfAtLeast(servings + 1, demand) <= acceptedOdds;
  let [low, high] = [-1, Math.max(1, Math.ceil(demand.mean))];
  while (!isEnough(high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

interface Bottles {
  readonly servingMl: number;
  /** Millilitres of a bottle as it is bought. */
  readonly bottleMl: number;
  /** Bottles in a case. */
  readonly caseSize: number;
}

/** Bottles that a demand in servings exceeds with odds of at most 5 %, rounded up to whole cases. */
export const proposedPar = (demand: Moments, { servingMl, bottleMl, caseSize }: Bottles): number =>
  inCases((servingsFor(demand) * hundredths(servingMl)) / hundredths(bottleMl), caseSize);
