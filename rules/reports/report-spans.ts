/** Days of a report by name, which move on with time, or as they are. */
import { type Days, rangePresets } from '../../lib/day-range.ts';
import { firstOfWeek, shiftDay } from '../nights/nights.ts';

export const reportSpans = {
  today: 'Today',
  yesterday: 'Yesterday',
  days7: 'Last 7 days',
  lastWeek: 'Last week',
  days30: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
} as const;
export type ReportSpan = keyof typeof reportSpans;

export const usualSpan: ReportSpan = 'days7';

export const isReportSpan = (text: unknown): text is ReportSpan =>
  typeof text === 'string' && Object.hasOwn(reportSpans, text);

export const spanNames: readonly ReportSpan[] = Object.keys(reportSpans).filter(isReportSpan);

/** @param firstWeekday of a week; 0 is Monday */
export function daysOfSpan(span: ReportSpan, today: string, firstWeekday: number): Days {
  if (span === 'lastWeek') {
    const start = firstOfWeek(today, firstWeekday);
    return { from: shiftDay(start, -7), to: shiftDay(start, -1) };
  }
  const found = rangePresets(today).find(({ label }) => label === reportSpans[span]);
  return { from: found?.from ?? today, to: found?.to ?? today };
}

const spansBeforeToday: readonly ReportSpan[] = ['yesterday', 'lastWeek', 'lastMonth'];

/** The same as of a day that has ended, without the running one. */
export const endedDaysOfSpan = (span: ReportSpan, ended: string, firstWeekday: number): Days =>
  daysOfSpan(span, spansBeforeToday.includes(span) ? shiftDay(ended, 1) : ended, firstWeekday);

/** Spans that change once a week; the others do every night. */
const weeklySpans: ReadonlySet<ReportSpan | null> = new Set(['days7', 'lastWeek']);

/** When the mail of a view is sent, unless it is changed: on Monday morning, or after each night. */
export const usualMailTime = (span: ReportSpan | null): { at: string; weekday: number } | object =>
  weeklySpans.has(span) ? { at: '09:00', weekday: 1 } : {};

export const viewMessages = {
  needsName: 'Enter a name',
  taken: 'You have a view of this name already',
  tooMany: (most: number) => `At most ${most} views can be saved`,
  unknownSort: 'Use a column, descending with a minus before it',
  unknownSpan: `Use ${spanNames.join(', ')}`,
  unknownUnit: 'Use the number of a unit',
  eitherDays: 'Use a span, or a first and a last day',
} as const;

/** File name of the sales of all venues, for days as `YYYY-MM-DD`. */
export const venuesCsvFileName = (from: string, to: string): string =>
  `sales-all-venues-${from}-${to}.csv`;
