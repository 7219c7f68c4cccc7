/** Failure rates of groups of units, to find a release or a kind of unit that fails more often than the rest. */
import { type Interval, normalQuantile, wilsonInterval } from '../health/failure-rate.ts';

export const cohortKinds = ['software', 'category', 'age'] as const;
export type CohortKind = (typeof cohortKinds)[number];

/** Upper bounds in days of the ages of units. */
export const ageBounds = [30, 180, 365] as const;

/** Labels of the ages, by the number of bounds that are reached. */
export const ageLabels = ['Under 30 days', '30 to 179 days', '180 to 364 days', 'A year and older'];

/** Sums over the units of a cohort that poured: of failed glasses (f) and of glasses (g) of each. */
export interface CohortSums {
  readonly units: number;
  readonly failed: number;
  readonly glasses: number;
  readonly failedSquared: number;
  readonly glassesSquared: number;
  readonly product: number;
}

export interface CohortRate extends Interval {
  /** Null without a glass. */
  readonly rate: number | null;
  /** Of the glasses of all other cohorts; null without any. */
  readonly others: number | null;
  /** Surely more than one and a half times as many fail as in the other cohorts. */
  readonly isMarked: boolean;
}

const leastUnits = 3;
const leastFailed = 10;
const timesOthers = 1.5;

/**
 * 95 % interval of the rate of a cohort. Units differ, and their glasses fail in series: so it is at least as wide as the
 * spread between the units says (ratio estimator of a cluster sample), and as the Wilson interval of the glasses.
 */
function intervalOf(sums: CohortSums): Interval {
  const { units, failed, glasses } = sums;
  const ofGlasses = wilsonInterval(failed, glasses);
  if (units < 2 || glasses === 0) return ofGlasses;
  const rate = failed / glasses;
  const spread = sums.failedSquared - 2 * rate * sums.product + rate * rate * sums.glassesSquared;
  const error = Math.sqrt(Math.max(0, spread) * (units / (units - 1))) / glasses;
  return {
    low: Math.max(0, Math.min(ofGlasses.low, rate - normalQuantile * error)),
    high: Math.min(1, Math.max(ofGlasses.high, rate + normalQuantile * error)),
  };
}

/** Rates of cohorts, in their order. */
export function cohortRates(cohorts: readonly CohortSums[]): CohortRate[] {
  const total = (name: 'failed' | 'glasses'): number =>
    cohorts.reduce((sum, cohort) => sum + cohort[name], 0);
  const [allFailed, allGlasses] = [total('failed'), total('glasses')];
  return cohorts.map((cohort) => {
    const { units, failed, glasses } = cohort;
    const interval = intervalOf(cohort);
    const others = allGlasses === glasses ? null : (allFailed - failed) / (allGlasses - glasses);
    return {
      ...interval,
      rate: glasses === 0 ? null : failed / glasses,
      others,
      isMarked:
        others !== null &&
        units >= leastUnits &&
        failed >= leastFailed &&
        interval.low > timesOthers * others,
    };
  });
}
