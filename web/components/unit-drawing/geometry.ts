/**
 * Computes the location of each position of a unit. Lengths are in drawing units; the drawing is scaled to the
 * available space.
 */
import type { TimeLeft } from '../../../rules/forecast/run-out-text.ts';
import {
  type IngredientSource,
  positionsFor,
  type UnitCategory,
} from '../../../rules/stock/positions.ts';
import type { Ingredient } from '../../api/ingredients.ts';

export interface Spot {
  readonly position: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface UnitLayout {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
  /** Center for the unit summary; null when only its soda gun is drawn. */
  readonly center: { readonly x: number; readonly y: number } | null;
  /** Half of the width available for the summary. */
  readonly halfWidth: number;
  /** Top edge of the soda gun; null when it is not drawn. */
  readonly gunTop: number | null;
}

const width = 600;
const ringHeight = 600;
const tapsHeight = 350;
const gunHeight = 172;
/** Between the ring and the soda gun. */
const gap = 20;

/** Clockwise from the top. */
function ringSpots(): Spot[] {
  const positions = positionsFor('ROTENDER_CLASSIC', 'carousel');
  return positions.map((position, index) => {
    const angle = (index / positions.length) * 2 * Math.PI - Math.PI / 2;
    return {
      position,
      x: Math.round(width / 2 + 240 * Math.cos(angle)),
      y: Math.round(ringHeight / 2 + 240 * Math.sin(angle)),
      radius: 42,
    };
  });
}

function gunSpots(top: number): Spot[] {
  const positions = positionsFor('ROTENDER_CLASSIC', 'soda gun');
  return positions.map((position, index) => ({
    position,
    x: width / 2 + (index - (positions.length - 1) / 2) * 126,
    y: top + 102,
    radius: 46,
  }));
}

const tapSpots = (): Spot[] =>
  positionsFor('BEERTENDER', 'carousel').map((position, index) => ({
    position,
    x: index === 0 ? 120 : width - 120,
    y: 230,
    radius: 82,
  }));

/** @param source draws only this part of the unit; all of it by default */
export function layoutOf(category: UnitCategory, source?: IngredientSource): UnitLayout {
  if (category === 'BEERTENDER') {
    return {
      width,
      height: tapsHeight,
      spots: tapSpots(),
      center: { x: width / 2, y: 230 },
      halfWidth: 92,
      gunTop: null,
    };
  }
  if (source === 'soda gun') {
    const spots = gunSpots(0);
    return { width, height: gunHeight, spots, center: null, halfWidth: 0, gunTop: 0 };
  }
  const hasGun = source === undefined;
  const gunTop = ringHeight + gap;
  return {
    width,
    height: hasGun ? gunTop + gunHeight : ringHeight,
    spots: hasGun ? [...ringSpots(), ...gunSpots(gunTop)] : ringSpots(),
    center: { x: width / 2, y: ringHeight / 2 },
    halfWidth: 146,
    gunTop: hasGun ? gunTop : null,
  };
}

/** Stroke dash array that draws a level from the top of a circle: `12.3 45.6`. */
export function arcDashes(radius: number, percent: number): string {
  const around = 2 * Math.PI * radius;
  const filled = (around * Math.min(100, Math.max(0, percent))) / 100;
  return `${filled.toFixed(1)} ${around.toFixed(1)}`;
}

// Fill levels per position and for the whole unit.

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

// Labels of a position: short in the drawing, full for screen readers.

export interface PositionView {
  /** The ingredient loaded there, if any. */
  readonly place: DrawnPosition | undefined;
  readonly isChosen: boolean;
  /** True when occupied by an ingredient other than the one being placed. */
  readonly isTaken: boolean;
}

/** `71%`, free, out, taken or chosen. */
export function wordOf({ place, isChosen, isTaken }: PositionView): string {
  if (isTaken) return 'taken';
  if (isChosen) return 'chosen';
  if (!place) return 'free';
  if (place.timeLeft) return place.timeLeft.short;
  return place.state === 'out' ? 'out' : `${place.percent}%`;
}

/**
 * `Position 3: Beefeater, 71%`, `Position 5: Patrón Silver, 12%, low`, `Position 14: free`; with the time instead of the
 * level, `Position 3: Beefeater, likely out at 10:40 PM (10:05 PM to 11:30 PM)`.
 */
export function nameOfPosition(position: string, { place, isTaken }: PositionView): string {
  if (!place) return `Position ${position}: free`;
  const level = place.timeLeft?.long ?? (place.state === 'out' ? 'out' : `${place.percent}%`);
  return [
    `Position ${position}: ${isTaken ? 'taken by ' : ''}${place.name}`,
    level,
    ...(place.state === 'low' && !place.timeLeft ? ['low'] : []),
  ].join(', ');
}
