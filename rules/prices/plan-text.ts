/** Price plans in words. */
import { fullDayName, shortDayName } from '../../lib/day-name.ts';
import { timeOfDayText } from '../nights/night-text.ts';
import { weekdayNames } from '../../lib/weekdays.ts';
import { minutesOf, type PlanTimes, type WeeklyTimes } from './effective-price.ts';

export const planStates = ['draft', 'active', 'ended'] as const;

/** Of a venue. */
export const mostPlans = 100;

export const planMessages = {
  badTime: 'Use a time such as 17:00',
  badSpan: 'Use a day and time such as 2026-12-31T20:00',
  noDay: 'Choose at least one day',
  noTimes: 'Say when the plan sets prices',
  endsFirst: 'The end must be after the start',
  noClock: 'Set the clock of the venue first: plans go by it',
  tooMany: `A venue has at most ${mostPlans} price plans. Delete one that has ended.`,
  past: 'Choose a time from now on',
} as const;

const monday = 1;
const everyDay = 7;

/** `every day`, `Mon to Fri`, `Fri, Sat`. */
export function weekdaysText(chosen: readonly number[]): string {
  const fromMonday = [...new Set(chosen)]
    .map((weekday) => (weekday + everyDay - monday) % everyDay)
    .toSorted((one, other) => one - other);
  if (fromMonday.length === everyDay) return 'Every day';
  const names = fromMonday.map((nth) => weekdayNames[(nth + monday) % everyDay]?.slice(0, 3) ?? '');
  const [first = 0] = fromMonday;
  const isRow = fromMonday.every((nth, index) => nth === first + index);
  return isRow && names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
}

const clockOf = (text: string): string => timeOfDayText(minutesOf(text));

const daysText = ({ firstDay, lastDay }: WeeklyTimes): string[] => {
  if (firstDay && lastDay) return [`${shortDayName(firstDay)} to ${fullDayName(lastDay)}`];
  if (firstDay) return [`from ${fullDayName(firstDay)}`];
  return lastDay ? [`until ${fullDayName(lastDay)}`] : [];
};

/** `Mon to Fri, 5:00 PM to 7:00 PM`, `Dec 31, 2026, 8:00 PM to Jan 1, 2027, 2:00 AM`. */
export function planTimesText(times: PlanTimes): string {
  if (times.repeats === 'once') {
    return [times.from, times.until]
      .map((text) => `${fullDayName(text.slice(0, 10))}, ${clockOf(text.slice(11))}`)
      .join(' to ');
  }
  const hours =
    times.from === times.until && times.from === '00:00'
      ? 'all day'
      : `${clockOf(times.from)} to ${clockOf(times.until)}`;
  return [weekdaysText(times.weekdays), hours, ...daysText(times)].join(', ');
}
