/** Mix of drinks: the share of each in the sales, how it changed, and where it is going. */

/** Sales of a drink on one unit, whatever its size. */
export interface SoldOfDrink {
  /** Id of the drink, or a key of its name. */
  readonly key: string;
  readonly name: string;
  readonly glasses: number;
  readonly salesCents: number;
}

export interface MixedDrink {
  readonly name: string;
  readonly glasses: number;
  readonly salesCents: number;
  /** Part of the sales, from 0 to 1. */
  readonly share: number;
  /** Share in the sales of the units that are compared. */
  readonly sameShare: number;
  /** Of the period that is compared with. */
  readonly other: { readonly glasses: number; readonly salesCents: number; readonly share: number };
  /** Sales of the weeks before the end of the period, oldest first. */
  readonly weeks: readonly number[];
  readonly trend: Trend | null;
}

export interface Trend {
  /** Change of its sales from week to week, in parts of their mean. */
  readonly slope: number;
  /** Odds that the sales go in this direction and do not merely vary, from 0.5 to 1. */
  readonly odds: number;
}

export const weeksOfTrend = 8;
/** Share of the sales that the first drinks make together. */
const mostOfSales = 0.8;

interface MixInput {
  readonly current: readonly SoldOfDrink[];
  /** Those of the units that are compared. */
  readonly same: readonly SoldOfDrink[];
  readonly other: readonly SoldOfDrink[];
  readonly weeks: readonly (readonly SoldOfDrink[])[];
  /** Present names of drinks by their key. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Drinks of a period, most sales first. A renamed drink is one, under its newest name; drinks of the same name on
 * several units are one.
 */
export function mixOf({ current, same, other, weeks, names }: MixInput): MixedDrink[] {
  const known = new Map(names);
  // Names of deleted drinks: that of their last sales, which are in the period or else in the latest week.
  for (const list of [current, ...weeks.toReversed(), other])
    for (const { key, name } of list) if (!known.has(key)) known.set(key, name);
  const sums = (list: readonly SoldOfDrink[]) => {
    const byName = new Map<string, { glasses: number; salesCents: number }>();
    for (const { key, glasses, salesCents } of list) {
      const name = known.get(key) ?? '';
      const sum = byName.get(name) ?? { glasses: 0, salesCents: 0 };
      byName.set(name, {
        glasses: sum.glasses + glasses,
        salesCents: sum.salesCents + salesCents,
      });
    }
    const total = [...byName.values()].reduce((all, { salesCents }) => all + salesCents, 0);
    return (name: string) => {
      const { glasses, salesCents } = byName.get(name) ?? { glasses: 0, salesCents: 0 };
      return { glasses, salesCents, share: total === 0 ? 0 : salesCents / total };
    };
  };
  const [ofCurrent, ofSame, ofOther] = [sums(current), sums(same), sums(other)];
  const ofWeeks = weeks.map(sums);
  const all = new Set([...current, ...other].map(({ key }) => known.get(key) ?? ''));
  return [...all]
    .map((name) => {
      const ofWeek = ofWeeks.map((week) => week(name).salesCents);
      return {
        name,
        ...ofCurrent(name),
        sameShare: ofSame(name).share,
        other: ofOther(name),
        weeks: ofWeek,
        trend: trendOf(ofWeek),
      };
    })
    .toSorted(
      (a, b) =>
        b.salesCents - a.salesCents || b.glasses - a.glasses || a.name.localeCompare(b.name),
    );
}

/** Number of the first drinks that make 80 % of the sales. */
export function countMost(drinks: readonly Pick<MixedDrink, 'share'>[]): number {
  let sum = 0;
  const nth = drinks.findIndex(({ share }) => {
    sum += share;
    return sum >= mostOfSales - 1e-9;
  });
  return nth + 1;
}

/** Line of least squares through the weeks; null where nothing was sold. */
export function trendOf(weeks: readonly number[]): Trend | null {
  const count = weeks.length;
  const mean = weeks.reduce((sum, value) => sum + value, 0) / count;
  if (count < 3 || mean <= 0) return null;
  const middle = (count - 1) / 2;
  const spread = weeks.reduce((sum, _, nth) => sum + (nth - middle) ** 2, 0);
  const slope =
    weeks.reduce((sum, value, nth) => sum + (nth - middle) * (value - mean), 0) / spread;
  const rest = weeks.reduce(
    (sum, value, nth) => sum + (value - mean - slope * (nth - middle)) ** 2,
    0,
  );
  const error = Math.sqrt(rest / (count - 2) / spread);
  const odds =
    error === 0 ? (slope === 0 ? 0.5 : 1) : studentOdds(Math.abs(slope) / error, count - 2);
  return { slope: slope / mean, odds };
}

/** Probability that a variable of Student's t distribution is below t >= 0; the series for even degrees of freedom. */
function studentOdds(t: number, degrees: number): number {
  const even = degrees - (degrees % 2);
  const cos2 = even / (even + t * t);
  let term = 1;
  let sum = 1;
  for (let nth = 1; nth < even / 2; nth += 1) {
    term *= (cos2 * (2 * nth - 1)) / (2 * nth);
    sum += term;
  }
  return 0.5 + (0.5 * t * sum) / Math.sqrt(even + t * t);
}
