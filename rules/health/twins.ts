/** Units of a venue that sell mostly the same drinks, compared with each other. */
import { groupBy } from '../../lib/lists.ts';
import { type Interval, normalQuantile } from './failure-rate.ts';
import { leastPours } from './position-health.ts';

/** Share of the sales of each that is of drinks of both. */
export const leastCommon = 0.8;

/** Sales of a drink on a unit. */
export interface SoldOnUnit {
  readonly unitId: string;
  readonly name: string;
  readonly salesCents: number;
  /** Of singles: their list prices together, and how many. */
  readonly listCents: number;
  readonly singles: number;
}

export interface PouredOnUnit {
  readonly pours: number;
  readonly failed: number;
}

interface Menu {
  readonly unitId: string;
  readonly salesCents: number;
  readonly drinks: ReadonlyMap<string, SoldOnUnit>;
}

const keyOf = (name: string): string => name.trim().toLowerCase();

function menusOf(sold: readonly SoldOnUnit[]): Menu[] {
  return [...groupBy(sold, ({ unitId }) => unitId)].map(([unitId, rows]) => ({
    unitId,
    salesCents: rows.reduce((sum, row) => sum + row.salesCents, 0),
    drinks: new Map(
      [...groupBy(rows, ({ name }) => keyOf(name))].map(([key, same]) => [
        key,
        same.reduce((sum, row) => ({
          ...sum,
          salesCents: sum.salesCents + row.salesCents,
          listCents: sum.listCents + row.listCents,
          singles: sum.singles + row.singles,
        })),
      ]),
    ),
  }));
}

/** The lesser of both shares of sales that is of drinks of both. */
function commonShare(one: Menu, other: Menu): number {
  const shareOf = (menu: Menu, drinks: Menu['drinks']): number => {
    let common = 0;
    for (const [key, { salesCents }] of menu.drinks) if (drinks.has(key)) common += salesCents;
    return menu.salesCents === 0 ? 0 : common / menu.salesCents;
  };
  return Math.min(shareOf(one, other.drinks), shareOf(other, one.drinks));
}

export interface Pair {
  readonly unitIds: readonly [string, string];
  readonly common: number;
  /** Mean list prices of singles of drinks of both, where they differ; the greatest difference first, then by name. */
  readonly prices: readonly { readonly name: string; readonly cents: readonly [number, number] }[];
}

/** Pairs of units with 80 % of their sales in common: each unit with the one that has most. */
export function pairsOf(sold: readonly SoldOnUnit[]): Pair[] {
  const menus = menusOf(sold).toSorted((a, b) => (a.unitId < b.unitId ? -1 : 1));
  const pairs = new Map<string, Pair>();
  for (const menu of menus) {
    const [best] = menus
      .filter(({ unitId }) => unitId !== menu.unitId)
      .map((other) => ({ other, common: commonShare(menu, other) }))
      .toSorted((a, b) => b.common - a.common);
    if (!best || best.common < leastCommon) continue;
    const [first, second] =
      menu.unitId < best.other.unitId ? [menu, best.other] : [best.other, menu];
    pairs.set(`${first.unitId} ${second.unitId}`, {
      unitIds: [first.unitId, second.unitId],
      common: best.common,
      prices: differentPrices(first, second),
    });
  }
  return [...pairs.values()];
}

const meanOf = ({ listCents, singles }: SoldOnUnit): number => Math.round(listCents / singles);

const apart = ({ cents: [one, other] }: Pair['prices'][number]): number => Math.abs(one - other);

function differentPrices(one: Menu, other: Menu): Pair['prices'] {
  return [...one.drinks]
    .flatMap(([key, drink]) => {
      const same = other.drinks.get(key);
      if (!same || drink.singles === 0 || same.singles === 0) return [];
      const cents = [meanOf(drink), meanOf(same)] as const;
      return cents[0] === cents[1] ? [] : [{ name: drink.name, cents }];
    })
    .toSorted((a, b) => apart(b) - apart(a) || a.name.localeCompare(b.name));
}

/** Ratio of two rates, with its interval (95 %). */
export interface RateRatio extends Interval {
  readonly ratio: number;
}

/**
 * Ratio of the failure rates of two units with the interval of its logarithm: D. Katz and others, Obtaining Confidence
 * Intervals for the Risk Ratio in Cohort Studies, Biometrics 34 (1978). Null with too few pours of one, and where one had
 * no failure.
 */
export function rateRatio(one: PouredOnUnit, other: PouredOnUnit): RateRatio | null {
  if (one.pours < leastPours || other.pours < leastPours) return null;
  if (one.failed === 0 || other.failed === 0) return null;
  const ratio = one.failed / one.pours / (other.failed / other.pours);
  const spread = Math.sqrt(1 / one.failed - 1 / one.pours + 1 / other.failed - 1 / other.pours);
  const by = Math.exp(normalQuantile * spread);
  return { ratio, low: ratio / by, high: ratio * by };
}

const oneDecimal = (value: number): string => value.toFixed(1);

/**
 * `Unit 1001 fails 3.1 times as often as Unit 1002 (95%: 2.0 to 4.8), mostly at positions 3 and 7.`
 * @param names of the units, the one with the higher rate first
 * @param positions of the first, where most of its pours failed
 */
export function twinText(
  [one, other]: readonly [string, string],
  ratio: RateRatio | null,
  positions: readonly number[],
): string {
  if (ratio === null) return `There are too few failures to compare ${one} and ${other}.`;
  if (ratio.low <= 1) return `${one} and ${other} fail about as often.`;
  const where =
    positions.length === 0
      ? ''
      : `, mostly at ${positions.length === 1 ? 'position' : 'positions'} ${positions.join(' and ')}`;
  return `${one} fails ${oneDecimal(ratio.ratio)} times as often as ${other} (95%: ${oneDecimal(ratio.low)} to ${oneDecimal(ratio.high)})${where}.`;
}

/** The two positions with most failures that have at least half of all between them; none where they have less. */
export function worstPositions(
  failures: readonly { readonly position: number; readonly failed: number }[],
): number[] {
  const all = failures.reduce((sum, { failed }) => sum + failed, 0);
  const worst = failures.toSorted((a, b) => b.failed - a.failed).slice(0, 2);
  const shown = worst[0] && 2 * worst[0].failed >= all ? worst.slice(0, 1) : worst;
  const shared = shown.reduce((sum, { failed }) => sum + failed, 0);
  return all > 0 && 2 * shared >= all
    ? shown.map(({ position }) => position).toSorted((a, b) => a - b)
    : [];
}
