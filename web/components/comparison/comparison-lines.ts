/** Lines below the figures of a report, which say how they compare. */
import { formatCents, toCents } from '../../../lib/money.ts';
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { changeText, otherText, ratioText } from '../../../rules/compare/compare-text.ts';
import type { Days } from '../../../rules/compare/compared-nights.ts';
import { spanText } from '../../../rules/nights/night-text.ts';
import { hoursOf } from '../../../rules/nights/nights.ts';
import type { SalesComparison } from '../../api/reports.ts';

export type ComparedFigure = keyof NonNullable<SalesComparison['change']>;

const counted: readonly ComparedFigure[] = ['orders', 'servings'];

export interface ComparedLine {
  /** `▲ 15%`. */
  readonly short: string;
  /** `$161.00 more than last Saturday by now (+15%)`. */
  readonly long: string;
}

const marks = ['▼', '=', '▲'];

/** States how a figure compares, in short and in words. */
export function lineOf(
  figure: ComparedFigure,
  { against, change, other, soFar }: SalesComparison,
  days: Days,
): ComparedLine {
  const none = compareMessages.nothing;
  if (!change || !other) return { short: none, long: none };
  const than = otherText({ ...days, against, soFar: soFar !== null });
  if (other.orders === 0) return { short: none, long: compareMessages.nothingSold(than) };
  const { by, ratio } = change[figure];
  const isCounted = counted.includes(figure);
  const amount = isCounted
    ? Math.abs(by).toLocaleString('en-US')
    : formatCents(Math.abs(toCents(by)));
  const size = ratio === null ? amount : ratioText(ratio).replace(/^[+−]/, '');
  return {
    short: `${marks[Math.sign(by) + 1]} ${size}`,
    long: changeText({ amount, change: change[figure], other: than, counted: isCounted }),
  };
}

const withHours = (
  { start, end }: SalesComparison['spans']['current'],
  timezone: string,
): string => {
  const span = { startMs: Date.parse(start), endMs: Date.parse(end), timezone };
  const hours = hoursOf(span).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${spanText(span)} (${hours} hours)`;
};

const earlier = (one: string, other: string): string =>
  Date.parse(one) < Date.parse(other) ? one : other;

/** Both spans with their dates and hours; that of the running day ends now. */
export const spanLines = ({ current, spans }: SalesComparison, timezone: string): string[] => [
  withHours({ ...spans.current, end: earlier(spans.current.end, current.asOf) }, timezone),
  ...spans.others.map((other) => `against ${withHours(other, timezone)}`),
];
