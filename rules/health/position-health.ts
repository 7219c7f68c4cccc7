/** Failed pours of each position of a unit, against the other positions. */
import { decimalPercent } from '../../lib/decimal-percent.ts';
import { groupBy } from '../../lib/lists.ts';
import { type Interval, isFailing, wilsonInterval } from './failure-rate.ts';

/** Outcomes of pours that failed; one that was cancelled by hand is no fault of its position. */
export const failedOutcomes = ['empty', 'blocked', 'timeout', 'partial'] as const;
export type FailedOutcome = (typeof failedOutcomes)[number];

export type PourCounts = Readonly<Record<'pours' | FailedOutcome, number>>;

/** Pours of an ingredient at a position. */
export interface PositionPours extends PourCounts {
  readonly position: number;
  readonly ingredientId: string;
}

/** Fewer pours say nothing. */
export const leastPours = 20;

/**
 * failing: surely more than three times the rate of the other positions. slowing: the flow is surely less than before.
 * few: too few pours to say.
 */
export const positionStates = ['failing', 'slowing', 'usual', 'few'] as const;
export type PositionState = (typeof positionStates)[number];

/** low and high are the Wilson interval of the rate (95 %). */
export interface PositionHealth extends PourCounts, Interval {
  readonly position: number;
  readonly failed: number;
  /** A fraction; null with too few pours. */
  readonly rate: number | null;
  readonly state: PositionState;
  /** Those that were poured there, most pours first. */
  readonly ingredients: readonly (PourCounts & {
    readonly ingredientId: string;
    readonly failed: number;
  })[];
}

export const failedOf = (counts: PourCounts): number =>
  failedOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

const added = (all: readonly PourCounts[]): PourCounts => {
  const sum = (name: keyof PourCounts): number =>
    all.reduce((total, counts) => total + counts[name], 0);
  return {
    pours: sum('pours'),
    empty: sum('empty'),
    blocked: sum('blocked'),
    timeout: sum('timeout'),
    partial: sum('partial'),
  };
};

/**
 * Health of the positions that poured, in their order.
 * @param slowing positions whose flow is slowing
 */
export function positionHealthOf(
  pours: readonly PositionPours[],
  slowing: ReadonlySet<number>,
): PositionHealth[] {
  const all = added(pours);
  return [...groupBy(pours, ({ position }) => position)]
    .toSorted(([a], [b]) => a - b)
    .map(([position, rows]) => {
      const counts = added(rows);
      const failed = failedOf(counts);
      const interval = wilsonInterval(failed, counts.pours);
      const others = all.pours - counts.pours;
      const usual = others === 0 ? 0 : (failedOf(all) - failed) / others;
      const isFew = counts.pours < leastPours;
      const isOff = isFailing({ failed, glasses: counts.pours, ...interval, usual });
      const known = isOff ? 'failing' : slowing.has(position) ? 'slowing' : 'usual';
      return {
        ...counts,
        ...interval,
        position,
        failed,
        rate: isFew ? null : failed / counts.pours,
        state: isFew ? 'few' : known,
        ingredients: rows
          .map((row) => ({
            ...added([row]),
            ingredientId: row.ingredientId,
            failed: failedOf(row),
          }))
          .toSorted((a, b) => b.pours - a.pours),
      };
    });
}

const poursText = (pours: number): string =>
  pours === 1 ? '1 pour' : `${pours.toLocaleString('en-US')} pours`;

/** In the drawing: `2.4%`, or `few` where the pours are too few. */
export const shortHealthText = ({ rate }: Pick<PositionHealth, 'rate'>): string =>
  rate === null ? 'few' : decimalPercent(rate);

/** `2.4% of 250 pours failed (95%: 1.1% to 5.1%)`, or `12 pours, too few to say`. */
export const healthText = ({
  rate,
  pours,
  low,
  high,
}: Pick<PositionHealth, 'rate' | 'pours' | 'low' | 'high'>): string =>
  rate === null
    ? `${poursText(pours)}, too few to say`
    : `${decimalPercent(rate)} of ${poursText(pours)} failed (95%: ${decimalPercent(low)} to ${decimalPercent(high)})`;
