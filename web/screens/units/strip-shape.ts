/** Shapes of a strip: an hour is 1 wide, from the top 3 for marks of failures, 14 for bars, and 3 for the line below. */
import { hourMs, type Spell } from '../../../rules/health/unit-strip.ts';

export const height = 20;
const [markHeight, barHeight, lineHeight] = [3, 14, 3];
const [gap, leastBar] = [0.12, 1.5];

const box = (x: number, y: number, width: number, tall: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(tall)}h${round(-width)}z`;
const round = (number: number): number => Math.round(number * 1000) / 1000;

/** @param most sales that fill the height */
export function barsPath(orders: readonly number[], most = Math.max(...orders)): string {
  const bars = orders.flatMap((count, nth) => {
    if (count === 0) return [];
    const tall = Math.max(leastBar, barHeight * Math.min(1, count / Math.max(1, most)));
    return [box(nth + gap, markHeight + barHeight - tall, 1 - 2 * gap, tall)];
  });
  return bars.join('');
}

export const failuresPath = (failed: readonly number[]): string =>
  failed
    .flatMap((count, nth) => (count === 0 ? [] : [box(nth + gap, 0, 1 - 2 * gap, markHeight)]))
    .join('');

/** Hours that are yet to come. */
export const runningPath = (count: number, hoursPast: number): string => {
  const past = Math.max(0, Math.min(count, hoursPast));
  return past >= count ? '' : box(past, markHeight, count - past, barHeight);
};

export function offlinePath(
  spells: readonly Spell[],
  count: number,
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): string {
  const hourOf = (ms: number): number => Math.max(0, Math.min(count, (ms - startMs) / hourMs));
  const lines = spells.flatMap(({ fromMs, untilMs }) => {
    const [from, until] = [hourOf(fromMs), hourOf(Math.min(untilMs ?? nowMs, nowMs))];
    return until > from ? [box(from, height - lineHeight, until - from, lineHeight)] : [];
  });
  return lines.join('');
}
