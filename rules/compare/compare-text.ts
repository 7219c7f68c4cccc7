/** Comparisons in words: `$161.00 more than last Saturday by now (+15%)`. */
import { weekdayOf } from '../../lib/day-name.ts';
import type { Against, Days } from './compared-nights.ts';
import type { Change } from './figures.ts';
import { countDays } from '../nights/nights.ts';

export interface Compared extends Days {
  readonly against: Against;
  /** Compared until now. */
  readonly soFar: boolean;
}

/** `last Saturday by now`, `the 7 days before`. */
export function otherText({ from, to, against, soFar }: Compared): string {
  const count = countDays(from, to);
  const name = count === 1 ? nameOfDay(against, from, soFar) : nameOfDays(against, count);
  return soFar ? `${name} by now` : name;
}

/** Choice of what to compare with: `Last Saturday`. */
export function againstText(compared: Compared): string {
  const { from, to, against, soFar } = compared;
  const count = countDays(from, to);
  const name = count === 1 ? nameOfDay(against, from, soFar) : nameOfDays(against, count);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function nameOfDay(against: Against, day: string, isRunning: boolean): string {
  const weekday = weekdayOf(day);
  if (against === 'previous') return isRunning ? 'yesterday' : 'the day before';
  if (against === 'weekday') return isRunning ? `last ${weekday}` : `the ${weekday} before`;
  if (against === 'year') return `the ${weekday} a year before`;
  if (against === 'month') return 'the same day a month before';
  return `the average ${weekday}`;
}

function nameOfDays(against: Against, count: number): string {
  const weeks = Math.ceil(count / 7);
  if (against === 'previous') return `the ${count} days before`;
  if (against === 'weekday') return weeks === 1 ? 'a week before' : `${weeks} weeks before`;
  if (against === 'year') return 'a year before';
  if (against === 'month') return 'the month before';
  return 'the average of 4 weeks';
}

const percent = (decimals: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'decimal',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  });
const [whole, tenths] = [percent(0), percent(1)];

/** `+15%`; one decimal below 10 % in magnitude. */
export function ratioText(ratio: number): string {
  const isSmall = Math.abs(Math.round(ratio * 1000)) < 100;
  return `${(isSmall ? tenths : whole).format(ratio * 100).replace('-', '−')}%`;
}

interface Worded {
  /** Amount in words without its sign, such as `$161.00` or `12`. */
  readonly amount: string;
  readonly change: Change;
  /** What it is compared with, as `otherText` has it. */
  readonly other: string;
  /** Units of the figure are counted: fewer, and as many. */
  readonly counted?: boolean;
}

/** `$161.00 more than last Saturday by now (+15%)`; without the share where the other figure is 0. */
export function changeText({ amount, change: { by, ratio }, other, counted }: Worded): string {
  if (by === 0) return `As ${counted ? 'many' : 'much'} as ${other}`;
  const more = by > 0 ? 'more' : counted ? 'fewer' : 'less';
  const share = ratio === null ? '' : ` (${ratioText(ratio)})`;
  return `${amount} ${more} than ${other}${share}`;
}

// Units without contact in words.
