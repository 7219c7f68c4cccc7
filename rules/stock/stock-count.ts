/** Counts of the stock of a venue: which line of each place is taken, and how long a stock lasts. */
import { hundredths } from '../../lib/hundredths.ts';

/** Results of a line that was taken. changed: the place was changed after it, other than by sales. */
export const countLineResults = ['counted', 'changed', 'moved', 'not_tracked'] as const;
export type CountLineResult = (typeof countLineResults)[number];

/** A line can be sent so long after it was counted. */
export const countedWithinMs = 72 * 3_600_000;

export interface PlaceOfLine {
  readonly unitId: string | null;
  readonly position: number | null;
  readonly storeId: string | null;
  readonly ingredientId: string;
}

/** A position of a unit is one place whatever it holds; a storeroom is a place for each ingredient. */
export const countPlaceKey = ({ unitId, position, storeId, ingredientId }: PlaceOfLine): string =>
  unitId === null ? `${storeId} ${ingredientId}` : `${unitId} ${position}`;

interface Line extends PlaceOfLine {
  readonly key: string;
  readonly at: Date;
}

/**
 * The line that is taken of each place, by `countPlaceKey`: the chosen one, else the latest; of several at the same time
 * the last by key.
 */
export function takenLines<L extends Line>(
  lines: readonly L[],
  chosen: ReadonlySet<string> = new Set(),
): Map<string, L> {
  const taken = new Map<string, L>();
  const rank = (line: L): [boolean, number, string] => [
    chosen.has(line.key),
    line.at.getTime(),
    line.key,
  ];
  for (const line of lines) {
    const key = countPlaceKey(line);
    const other = taken.get(key);
    if (!other || isAbove(rank(line), rank(other))) taken.set(key, line);
  }
  return taken;
}

function isAbove(
  [isChosen, ms, key]: [boolean, number, string],
  [otherChosen, otherMs, otherKey]: [boolean, number, string],
): boolean {
  if (isChosen !== otherChosen) return isChosen;
  return ms === otherMs ? key > otherKey : ms > otherMs;
}

interface CountedLine extends PlaceOfLine {
  readonly ml: number;
  /** Deducted from the position since it was counted; moved since, of a storeroom. */
  readonly sinceMl: number;
  /** True where the place was changed since, other than by sales. */
  readonly isChanged: boolean;
}

/** Result of a line by what its position holds now, with the level there. */
export function judgeLine(
  line: CountedLine,
  held: { readonly ingredientId: string; readonly remainingMl: number } | undefined,
  isTracked: boolean,
): { result: CountLineResult; levelMl: number } {
  const levelMl = held?.remainingMl ?? 0;
  if (held?.ingredientId !== line.ingredientId) return { levelMl, result: 'moved' };
  if (!isTracked) return { levelMl, result: 'not_tracked' };
  return { levelMl, result: line.isChanged ? 'changed' : 'counted' };
}

/** Pours are taken from a position; movements add to a storeroom or take from it. */
const changeSince = ({ unitId, sinceMl }: CountedLine): number =>
  unitId === null ? hundredths(sinceMl) : -hundredths(sinceMl);

/** Level now by a line, in ml: at least 0. */
export const remainingOf = (line: CountedLine): number =>
  Math.max(0, hundredths(line.ml) + changeSince(line)) / 100;

/** Counted less the level by the books at the time of the line, in ml. */
export const differenceOf = (line: CountedLine, levelMl: number): number =>
  (hundredths(line.ml) + changeSince(line) - hundredths(levelMl)) / 100;

/** Most days that are computed. */
export const mostDaysLeft = 99;

/**
 * Whole nights that a stock lasts; null without use. Beyond the given nights each takes the mean of those after the first.
 * @param usedThrough servings expected from now through each of the next nights
 */
export function daysLeft(servings: number, usedThrough: readonly number[]): number | null {
  const last = usedThrough.at(-1) ?? 0;
  if (last <= 0) return null;
  const within = usedThrough.findIndex((used) => used > servings);
  if (within !== -1) return within;
  const perNight = (last - (usedThrough[0] ?? 0)) / (usedThrough.length - 1);
  if (!(perNight > 0)) return mostDaysLeft;
  return Math.min(mostDaysLeft, usedThrough.length + Math.floor((servings - last) / perNight));
}

/** `2.4 bottles`, `1 bottle`, `−0.3 bottles`. */
export function bottlesText(ml: number, bottleMl: number): string {
  const bottles = Math.round((10 * ml) / bottleMl) / 10;
  const size = Math.abs(bottles).toLocaleString('en-US');
  return `${bottles < 0 ? '−' : ''}${size} ${Math.abs(bottles) === 1 ? 'bottle' : 'bottles'}`;
}

/**
 * That a storeroom cannot be removed: "Cellar holds 3.5 bottles of Gin and 20 ml of Rum. …"; of many the first three.
 * @param held by any order, each above 0 ml
 */
export function storeHoldsText(
  store: string,
  held: readonly { readonly name: string; readonly ml: number; readonly bottleMl: number }[],
): string {
  const named = held.slice(0, held.length === 4 ? 4 : 3).map(({ name, ml, bottleMl }) => {
    const amount =
      ml * 20 < bottleMl ? `${ml.toLocaleString('en-US')} ml` : bottlesText(ml, bottleMl);
    return `${amount} of ${name}`;
  });
  const others = held.length - named.length;
  const list = new Intl.ListFormat('en-US').format([
    ...named,
    ...(others > 0 ? [`${others} more ingredients`] : []),
  ]);
  return `${store} holds ${list}. Count it as empty, and remove it then`;
}

/** What becomes of a line at the end of its count. */
export const countResultLabels: Readonly<Record<CountLineResult, string>> = {
  counted: 'Counted',
  changed: 'Stays: it was changed after it was counted',
  moved: 'Stays: it holds another ingredient by now',
  not_tracked: 'Stays: its unit has no inventory management',
};

/** User-visible messages about counts of a venue and its storerooms. */
export const stockCountMessages = {
  badPlace: 'Use unitId and position, or storeId',
  badAmount: 'Enter at least 0 and at most 10,000,000 ml, with at most two decimals',
  tooMuch: 'Enter at most what the position holds',
  nothing: 'Enter at least one line',
  tooMany: (most: number) => `Use at most ${most} lines`,
  tooOld: 'Lines can be sent for 72 hours',
  ahead: 'Use a time that is not in the future',
  hasEnded: 'The count has ended',
  empty: 'Nothing is counted yet',
  sameStoreName: 'Another storeroom has this name',
  storeInCount: 'It was counted in a count that is open. End or discard the count first',
  storeRemoved: 'This storeroom was removed',
  tooManyStores: 'A venue has at most 50 storerooms',
} as const;

export const mostStores = 50;
export const mostCountedMl = 10_000_000;
