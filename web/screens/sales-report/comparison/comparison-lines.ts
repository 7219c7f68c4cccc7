/** Lines below the figures of a report, which say how they compare. */
import { toCents } from '../../../../lib/money.ts';
import { compareMessages } from '../../../../rules/compare/compare-messages.ts';
import { changeText, otherText, shortCents } from '../../../../rules/compare/compare-text.ts';
import type { Days } from '../../../../rules/compare/compared-nights.ts';
import { spanText } from '../../../../rules/nights/night-text.ts';
import { hoursOf } from '../../../../rules/nights/nights.ts';
import type { SalesComparison } from '../../../api/reports.ts';

export type ComparedFigure = keyof NonNullable<SalesComparison['change']>;

const counted: readonly ComparedFigure[] = ['orders', 'servings'];

/** `$161 more than last Saturday by now (+15 %)`. */
export function lineOf(
  figure: ComparedFigure,
  { against, change, other, soFar }: SalesComparison,
  days: Days,
): string {
  if (!change || !other) return compareMessages.nothing;
  const than = otherText({ ...days, against, soFar: soFar !== null });
  if (other.orders === 0) return compareMessages.nothingSold(than);
  const { by } = change[figure];
  const isCounted = counted.includes(figure);
  const amount = isCounted
    ? Math.abs(by).toLocaleString('en-US')
    : shortCents(Math.abs(toCents(by)));
  return changeText({ amount, change: change[figure], other: than, counted: isCounted });
}

const withHours = (
  { start, end }: SalesComparison['spans']['current'],
  timezone: string,
): string => {
  const span = { startMs: Date.parse(start), endMs: Date.parse(end), timezone };
  const hours = hoursOf(span).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${spanText(span)} (${hours} hours)`;
};

/** Both spans with their dates and hours. */
export const spanLines = ({ spans }: SalesComparison, timezone: string): string[] => [
  withHours(spans.current, timezone),
  ...spans.others.map((other) => `against ${withHours(other, timezone)}`),
];
