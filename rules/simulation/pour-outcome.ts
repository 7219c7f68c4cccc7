/** Simulates a unit pouring a drink, with all failure modes, and the report of each pour. */
import { roundToHundredths } from '../../lib/hundredths.ts';

export type PourOutcome = 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';

/** One ingredient of a drink to pour. */
export interface PouredPart {
  readonly ingredientId: string;
  readonly position: number;
  readonly servingMl: number;
  /** Maximum pouring time of a serving; null when not set. */
  readonly pouringTimeMs: number | null;
  /** Amount left in the position; absent when the level is not tracked. */
  readonly leftMl?: number;
  /** True for a place that pours nothing. */
  readonly isBlocked?: boolean;
  /** By how much it pours more slowly than usual; 1 when absent. */
  readonly slowness?: number;
  /** Share by which it pours more than requested; 0 when absent. */
  readonly overPour?: number;
}

/** Amounts in ml, in 0.01 ml steps. */
export interface ReportedPart {
  readonly ingredientId: string;
  readonly position: number;
  readonly ml: number;
  readonly ms: number;
  readonly outcome: PourOutcome;
}

export interface MixedDrink {
  readonly pours: ReportedPart[];
  /** True when every ingredient was poured completely. */
  readonly isServed: boolean;
}

type Failure = Exclude<PourOutcome, 'poured'> | 'powerless';

/** Weights per hundred drinks that fail for a reason other than an empty position. */
const failures: readonly (readonly [Failure, number])[] = [
  ['empty', 28],
  ['blocked', 16],
  ['timeout', 20],
  ['partial', 20],
  ['cancelled', 11],
  ['powerless', 5],
];

const usualLimitMs = 15_000;

/**
 * Pours the ingredients of one drink in sequence and stops at the first incomplete one: later ingredients are not
 * reported, and a unit that lost power reports nothing.
 * @param fails true to simulate a failure; a position with too little in it fails in any case
 * @param random gives numbers from 0 to below 1
 */
export function mixDrink(
  parts: readonly PouredPart[],
  { isDouble, fails }: { readonly isDouble: boolean; readonly fails: boolean },
  random: () => number,
): MixedDrink {
  const failingAt = fails ? Math.floor(random() * parts.length) : -1;
  const failure = fails ? failureOf(random) : null;
  if (failure === 'powerless') return { pours: [], isServed: false };
  const pours: ReportedPart[] = [];
  for (const [index, part] of parts.entries()) {
    const requestedMl = part.servingMl * (isDouble ? 2 : 1);
    const { leftMl = Number.POSITIVE_INFINITY, overPour = 0 } = part;
    const wrong =
      leftMl < requestedMl * (1 + overPour)
        ? 'empty'
        : part.isBlocked
          ? 'blocked'
          : index === failingAt
            ? failure
            : null;
    const pour =
      wrong === null ? whole(part, requestedMl, random) : failed(part, requestedMl, wrong, random);
    pours.push(pour);
    if (pour.outcome !== 'poured') return { pours, isServed: false };
  }
  return { pours, isServed: true };
}

function failureOf(random: () => number): Failure {
  let left = random() * 100;
  return failures.find(([, share]) => (left -= share) < 0)?.[0] ?? 'partial';
}

const between = (least: number, most: number, random: () => number): number =>
  least + (most - least) * random();

/** Time to open the line plus the flow time. */
const flowMs = (ml: number, random: () => number): number =>
  Math.round((1500 + 20 * ml) * between(0.9, 1.2, random));

/** A slow place may exceed the maximum pouring time; it then pours what it can in that time. */
function whole(
  { ingredientId, position, pouringTimeMs, slowness = 1, overPour = 0 }: PouredPart,
  requestedMl: number,
  random: () => number,
): ReportedPart {
  const ml = roundToHundredths(requestedMl * (1 + overPour));
  const ms = Math.round(slowness * flowMs(ml, random));
  const limitMs = pouringTimeMs ?? usualLimitMs;
  if (slowness > 1 && ms > limitMs) {
    const poured = roundToHundredths((ml * limitMs) / ms);
    return { ingredientId, position, ml: poured, ms: limitMs, outcome: 'timeout' };
  }
  return { ingredientId, position, ml, ms, outcome: 'poured' };
}

function failed(
  { ingredientId, position, pouringTimeMs, leftMl }: PouredPart,
  requestedMl: number,
  outcome: Exclude<Failure, 'powerless'>,
  random: () => number,
): ReportedPart {
  const share = { empty: 0, blocked: 0, timeout: 0.45, partial: 0.6, cancelled: 0.35 }[outcome];
  const meantMl = outcome === 'empty' && leftMl !== undefined ? leftMl : requestedMl * share;
  const ml = roundToHundredths(Math.min(leftMl ?? meantMl, meantMl * between(0.6, 1, random)));
  const ms = outcome === 'timeout' ? (pouringTimeMs ?? usualLimitMs) : flowMs(ml, random);
  return { ingredientId, position, ml, ms, outcome };
}

export interface MixedLine {
  readonly successQuantity: number;
  readonly pours: ReportedPart[];
}

/**
 * Mixes the drinks of one order line in sequence. A random failure affects the first one; after a failed drink the
 * guest mostly does not wait for the next.
 * @param mix pours one drink, which fails when its argument is true
 * @param random gives numbers from 0 to below 1
 */
export function mixLine(
  { quantity, fails }: { readonly quantity: number; readonly fails: boolean },
  mix: (fails: boolean) => MixedDrink,
  random: () => number,
): MixedLine {
  const mixed: MixedDrink[] = [];
  for (let drink = 0; drink < quantity; drink += 1) {
    if (mixed.at(-1)?.isServed === false && random() < 0.7) break;
    mixed.push(mix(fails && drink === 0));
  }
  return {
    successQuantity: mixed.filter(({ isServed }) => isServed).length,
    pours: mixed.flatMap(({ pours }) => pours),
  };
}

/** Gamma distributed numbers with mean 1 (Marsaglia and Tsang, 2000), for a shape of at least 1. */
export function gamma(random: () => number, shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const cube = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (cube > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * cube + d * Math.log(cube))
      return (d * cube) / shape;
  }
}
