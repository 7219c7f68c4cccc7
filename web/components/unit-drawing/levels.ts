/** Fill levels per position and for the whole unit. */
import type { TimeLeft } from '../../../rules/forecast/run-out-text.ts';
import type { Ingredient } from '../../api/ingredients.ts';

/** out: empty. low: at or below the threshold of its ingredient, and not full. */
export type LevelState = 'good' | 'low' | 'out';

export interface Level {
  /** Whole percent, rounded down; 0 only when empty, 100 only when full. */
  readonly percent: number;
  readonly state: LevelState;
}

/** An occupied position of a unit. */
export interface DrawnPosition extends Level {
  readonly position: string;
  readonly ingredientId: string;
  readonly name: string;
  /** Shown instead of the level. */
  readonly timeLeft?: TimeLeft;
}

/** @param thresholdPercent level at or below which it counts as low */
function levelOf(remainingMl: number, sizeMl: number, thresholdPercent: number): Level {
  if (remainingMl <= 0 || sizeMl <= 0) return { percent: 0, state: 'out' };
  const percent = (100 * remainingMl) / sizeMl;
  // Levels are stored to 0.01 ml: 41% of a bag may be slightly less.
  const whole = Math.floor(percent + (percent < 99.9 ? 0.01 : 0));
  return {
    percent: Math.min(100, Math.max(1, whole)),
    state: percent < 100 && percent <= thresholdPercent ? 'low' : 'good',
  };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

type Stocked = Pick<Ingredient, '_id' | 'name' | 'places' | 'threshold'>;

/** Level of an ingredient over all of its positions; null when it has none. */
export function ingredientLevel({ places, threshold }: Stocked): Level | null {
  if (places.length === 0) return null;
  return levelOf(
    sum(places.map(({ remainingMl }) => remainingMl)),
    sum(places.map(({ sizeMl }) => sizeMl)),
    threshold,
  );
}

/** All occupied positions of a unit. */
export const drawnPositions = (ingredients: readonly Stocked[]): DrawnPosition[] =>
  ingredients.flatMap(({ _id: ingredientId, name, places, threshold }) =>
    places.map(({ position, remainingMl, sizeMl }) => ({
      position,
      ingredientId,
      name,
      ...levelOf(remainingMl, sizeMl, threshold),
    })),
  );

export interface Summary {
  /** Mean of the occupied positions; null when there are none. */
  readonly percent: number | null;
  /** `2 low · 1 out · 2 free`, omitting zero counts. */
  readonly text: string;
}

/**
 * Summary of the whole unit.
 * @param positions of the positions that count, including free ones
 */
export function summaryOf(positions: readonly string[], places: readonly DrawnPosition[]): Summary {
  const counted = places.filter(({ position }) => positions.includes(position));
  const inState = (requested: LevelState) =>
    counted.filter(({ state }) => state === requested).length;
  const parts: [number, string][] = [
    [inState('low'), 'low'],
    [inState('out'), 'out'],
    [positions.length - counted.length, 'free'],
  ];
  return {
    percent:
      counted.length === 0
        ? null
        : Math.round(sum(counted.map(({ percent }) => percent)) / counted.length),
    text:
      parts
        .filter(([count]) => count > 0)
        .map(([count, word]) => `${count} ${word}`)
        .join(' · ') || 'all stocked',
  };
}
