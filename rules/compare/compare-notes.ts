/** Notes on a comparison, such as a day of another length. */
import { hoursOf, type Night } from '../nights/nights.ts';
import { compareMessages } from './compare-messages.ts';
import type { Against } from './compared-nights.ts';
import { dayName, weekdayOf } from '../../lib/day-name.ts';

/** What is known of a night that was closed on purpose or special. */
export interface NightMark {
  readonly closed: boolean;
  readonly special: boolean;
  readonly note: string;
}

export interface NotedPair {
  readonly current: Night;
  readonly others: readonly Night[];
  /** Those of the others that a mean does not count, because nothing was sold. */
  readonly empty: readonly Night[];
}

export interface Noted {
  readonly against: Against;
  readonly pairs: readonly NotedPair[];
  readonly marks: ReadonlyMap<string, NightMark>;
  readonly hours: { readonly current: number; readonly other: number | null };
}

/** More are counted, and not listed. */
const mostListed = 3;

/** A closed or special night has no part in a mean. */
export const isCounted = (mark: NightMark | undefined): boolean => !mark?.closed && !mark?.special;

/** `Average of 3 Saturdays`, `25 hours against 24`, `Sat, Jun 6 was closed`. */
export function compareNotes(noted: Noted): string[] {
  return [...averageNotes(noted), ...lengthNotes(noted), ...markNotes(noted)];
}

const countedOf = ({ others, empty }: NotedPair, marks: Noted['marks']): number =>
  others.filter((night) => !empty.includes(night) && isCounted(marks.get(night.day))).length;

function averageNotes({ against, pairs, marks }: Noted): string[] {
  if (against !== 'average4') return [];
  const counts = pairs.map((pair) => countedOf(pair, marks));
  const [most, least] = [Math.max(0, ...counts), Math.min(4, ...counts)];
  const [pair] = pairs;
  if (pair && pairs.length === 1) {
    const weekday = weekdayOf(pair.current.day);
    if (most === 0) return [compareMessages.noWeekday(weekday)];
    return [compareMessages.averageOf(most, weekday)];
  }
  if (most === 0) return [compareMessages.noNight];
  const without = counts.filter((count) => count === 0).length;
  return [
    compareMessages.averageOfDays(Math.max(1, least), most),
    ...(without > 0 ? [compareMessages.daysWithout(without, counts.length)] : []),
  ];
}

function lengthNotes({ pairs, hours: { current, other } }: Noted): string[] {
  const paired = pairs.filter(({ others }) => others.length > 0).length;
  if (paired === 0 || other === null) return [];
  if (paired < pairs.length) return [compareMessages.days(pairs.length, paired)];
  const [one, two] = [current, other].map((hours) => Math.round(hours * 10) / 10);
  return one === two || one === undefined || two === undefined
    ? []
    : [compareMessages.hours(one, two)];
}

function markNotes({ against, pairs, marks }: Noted): string[] {
  const nights = pairs.flatMap(({ current, others }) => [current, ...others]);
  const empty = against === 'average4' ? pairs.flatMap((pair) => pair.empty) : [];
  const told = new Map(empty.map(({ day }) => [day, compareMessages.nothingSoldOn(dayName(day))]));
  for (const { day } of nights) {
    const mark = marks.get(day);
    if (mark && !isCounted(mark)) told.set(day, compareMessages.marked(dayName(day), mark));
  }
  const sentences = [...told]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, sentence]) => sentence);
  const more = sentences.length - mostListed;
  return more > 0
    ? [...sentences.slice(0, mostListed), compareMessages.moreNights(more)]
    : sentences;
}

/** Hours of ranges, with at most two decimals. */
export const hoursOfAll = (ranges: readonly { startMs: number; endMs: number }[]): number =>
  hoursOf({
    startMs: 0,
    endMs: ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  });
