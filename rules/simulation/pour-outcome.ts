/** How a unit pours a drink, and every way in which that can go wrong: what it reports of each pour. */

export type PourOutcome = 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';

/** One ingredient of a drink as it is about to be poured. */
export interface PouredPart {
  readonly ingredientId: string;
  readonly position: number;
  readonly servingMl: number;
  /** How long a serving may take; null where nothing is set. */
  readonly pouringTimeMs: number | null;
  /** What is left in the place; left out where nobody keeps count. */
  readonly leftMl?: number;
}

/** ml in 0.01 ml steps. */
export interface ReportedPart {
  readonly ingredientId: string;
  readonly position: number;
  readonly ml: number;
  readonly ms: number;
  readonly outcome: PourOutcome;
}

export interface MixedDrink {
  readonly pours: ReportedPart[];
  /** Whether every ingredient came whole. */
  readonly isServed: boolean;
}

type Failure = Exclude<PourOutcome, 'poured'> | 'powerless';

/** Of a hundred drinks that fail for another reason than an empty place. */
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
 * Pours the ingredients of one drink in turn and stops at the first that does not come whole: what would have come after it
 * is not reported, and a unit that lost its power reports nothing.
 * @param fails whether something goes wrong; a place with too little in it fails in any case
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
    const { leftMl = Number.POSITIVE_INFINITY } = part;
    const wrong = leftMl < requestedMl ? 'empty' : index === failingAt ? failure : null;
    pours.push(
      wrong === null ? whole(part, requestedMl, random) : failed(part, requestedMl, wrong, random),
    );
    if (wrong !== null) return { pours, isServed: false };
  }
  return { pours, isServed: true };
}

function failureOf(random: () => number): Failure {
  let left = random() * 100;
  return failures.find(([, share]) => (left -= share) < 0)?.[0] ?? 'partial';
}

const hundredths = (ml: number): number => Math.round(ml * 100) / 100;
const between = (least: number, most: number, random: () => number): number =>
  least + (most - least) * random();

/** The line opens, then it flows. */
const flowMs = (ml: number, random: () => number): number =>
  Math.round((1500 + 20 * ml) * between(0.9, 1.2, random));

function whole(
  { ingredientId, position }: PouredPart,
  requestedMl: number,
  random: () => number,
): ReportedPart {
  const ml = hundredths(requestedMl);
  return { ingredientId, position, ml, ms: flowMs(ml, random), outcome: 'poured' };
}

function failed(
  { ingredientId, position, pouringTimeMs, leftMl }: PouredPart,
  requestedMl: number,
  outcome: Exclude<Failure, 'powerless'>,
  random: () => number,
): ReportedPart {
  const share = { empty: 0, blocked: 0, timeout: 0.45, partial: 0.6, cancelled: 0.35 }[outcome];
  const meantMl = outcome === 'empty' && leftMl !== undefined ? leftMl : requestedMl * share;
  const ml = hundredths(Math.min(leftMl ?? meantMl, meantMl * between(0.6, 1, random)));
  const ms = outcome === 'timeout' ? (pouringTimeMs ?? usualLimitMs) : flowMs(ml, random);
  return { ingredientId, position, ml, ms, outcome };
}
