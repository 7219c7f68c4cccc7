/** Scale of a drawing: round values, and shapes in a square of 1,000. */

/** A round value that is at least this one. */
export function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power
  );
}

/** Values between which bars are drawn: 0 where none is negative, and a round one below them all. */
export interface Extent {
  readonly low: number;
  readonly top: number;
}

export const extentOf = (values: readonly number[]): Extent => {
  const least = Math.min(0, ...values);
  return { low: least < 0 ? -niceTop(-least) : 0, top: niceTop(Math.max(0, ...values)) };
};

/** Part of the height at which a value is, from the bottom. */
export const heightOf = (value: number, { low, top }: Extent): number =>
  (value - low) / (top - low);

/** Lower end and length of a bar as parts of the height: from 0 up, or down for less than 0. */
export function barOf(value: number, extent: Extent): { from: number; length: number } {
  const [from, to] = [Math.min(0, value), Math.max(0, value)].map((end) => heightOf(end, extent));
  return { from: from ?? 0, length: (to ?? 0) - (from ?? 0) };
}

/** Values beside the bars; those that would touch are left out. */
export const valuesBeside = ({ low, top }: Extent): number[] =>
  low === 0
    ? [top, top / 2]
    : [top, top / 2, 0, low].filter((value) => value >= 0 || -value / (top - low) >= leastApart);
const leastApart = 0.1;

/** Points as parts of the width, from 0 to 1, and values. */
export type Line = readonly (readonly [at: number, value: number])[];

const size = 1000;

/** SVG path of a line; only its part within the width. */
export const pathOf = (line: Line, top: number): string =>
  line
    .filter(([at]) => at >= 0 && at <= 1)
    .map(([at, value], nth) => {
      const y = size - (Math.max(0, value) / top) * size;
      return `${nth === 0 ? 'M' : 'L'}${(at * size).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');

/** SVG path of the area between two lines. */
export function areaOf(least: Line, most: Line, top: number): string {
  const [upper, lower] = [pathOf(most, top), pathOf(least.toReversed(), top)];
  return upper === '' || lower === '' ? '' : `${upper}${lower.replace('M', 'L')}Z`;
}

/** Lines of the values that are known, one for each run of them. */
export function runsOf(values: readonly (number | null)[], ats: readonly number[]): Line[] {
  const runs: [number, number][][] = [[]];
  for (const [nth, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([ats[nth] ?? 0, value]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Indices of the stops that have a label, so that there are at most this many. */
export function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const indices = Array.from({ length: count }, (_, nth) => nth);
  // The last one always has its label: it is the latest.
  return indices.filter((nth) => (count - 1 - nth) % step === 0);
}
