/**
 * When a mail is sent, and the days that it is about: after a night, or at a reading of the clock on a weekday or on the
 * first of a month. Computed from the clock of the venue each time.
 */
import { midnightOf } from '../../lib/day-range.ts';
import { firstInstantFrom, offsetMsAt } from '../../lib/time-in-zone.ts';
import { type Night, nightAt, nightOf, type NightRules, shiftDay } from '../nights/nights.ts';
import { clockOn } from '../nights/venue-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A day that a zone change leaves out has no night. */
const mostDaysApart = 3;

/** One of the delay and the time of day is set; weeks and months have a time of day. */
export interface Schedule {
  readonly every: 'night' | 'week' | 'month';
  /** After the end of the night, by the clock. */
  readonly delayMinutes: number | null;
  /** Time of day, in minutes after midnight. */
  readonly atMinutes: number | null;
  /** Of a week: 0 is Sunday. */
  readonly weekday: number | null;
}

/** Days that a mail is about, both included, and when it is sent. */
export interface Sending {
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
  readonly timezone: string;
}

/**
 * First instant from which the clock reads the end of the night plus the delay; the instant of the jump for a time that
 * the clock skips. Where an end in the second pass of a repeated hour would lead to its first pass, the delay is elapsed
 * time.
 */
function afterEnd({ endMs, timezone }: Night, delayMinutes: number): number {
  const delayMs = delayMinutes * minuteMs;
  const byClock = firstInstantFrom(endMs + offsetMsAt(endMs, timezone) + delayMs, timezone);
  return byClock >= endMs ? byClock : endMs + delayMs;
}

/** First instant from the end of the night on at which the clock shows the time of day. */
function firstReading({ endMs, timezone }: Night, atMinutes: number): number {
  const wallMs = endMs + offsetMsAt(endMs, timezone);
  const midnight = Math.floor(wallMs / dayMs) * dayMs;
  const today = firstInstantFrom(midnight + atMinutes * minuteMs, timezone);
  return today >= endMs
    ? today
    : firstInstantFrom(midnight + dayMs + atMinutes * minuteMs, timezone);
}

/** Sending about one night. */
export function sendingOf(night: Night, { delayMinutes, atMinutes }: Schedule): Sending {
  const { day, timezone } = night;
  const atMs =
    atMinutes === null ? afterEnd(night, delayMinutes ?? 0) : firstReading(night, atMinutes);
  return { from: day, to: day, atMs, timezone };
}

/** Days around an instant. */
const daysAround = (day: string, apart: number): string[] =>
  Array.from({ length: 2 * apart + 1 }, (_, nth) => shiftDay(day, nth - apart));

function nightly(rules: NightRules, schedule: Schedule, ms: number): Sending[] {
  return daysAround(nightAt(rules, ms).day, mostDaysApart)
    .map((day) => nightOf(rules, day))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .map((night) => sendingOf(night, schedule));
}

/** Instant at which the clock of the first venue shows the time of day on a day. */
function readingOn([rules]: readonly NightRules[], day: string, minutes: number) {
  if (!rules) throw new RangeError('A mail is about a venue');
  const { timezone } = clockOn(rules.clocks, day);
  return { timezone, atMs: firstInstantFrom(midnightOf(day) + minutes * minuteMs, timezone) };
}

/** Latest end of the night of a day at all venues. */
const endOf = (rules: readonly NightRules[], day: string): number =>
  Math.max(...rules.map((each) => nightOf(each, day).endMs));

const weekdayNumber = (day: string): number => new Date(midnightOf(day)).getUTCDay();

/** The seven days until the last whose nights have ended at all venues. */
function weekly(rules: readonly NightRules[], { atMinutes, weekday }: Schedule, today: string) {
  return daysAround(today, 8)
    .filter((day) => weekdayNumber(day) === weekday)
    .map((day) => {
      const { timezone, atMs } = readingOn(rules, day, atMinutes ?? 0);
      let to = day;
      while (endOf(rules, to) > atMs) to = shiftDay(to, -1);
      return { from: shiftDay(to, -6), to, atMs, timezone };
    });
}

/** The month before, on its first day; not before its last night has ended. */
function monthly(rules: readonly NightRules[], { atMinutes }: Schedule, today: string): Sending[] {
  return daysAround(today, 32)
    .filter((day) => day.endsWith('-01'))
    .map((day) => {
      const { timezone, atMs } = readingOn(rules, day, atMinutes ?? 0);
      const to = shiftDay(day, -1);
      return { from: `${to.slice(0, 8)}01`, to, atMs: Math.max(atMs, endOf(rules, to)), timezone };
    });
}

/** Sendings around an instant, in their order. */
function sendingsAround(rules: readonly NightRules[], schedule: Schedule, ms: number): Sending[] {
  const [first] = rules;
  if (!first) throw new RangeError('A mail is about a venue');
  if (schedule.every === 'night') return nightly(first, schedule, ms);
  const today = nightAt(first, ms).day;
  return schedule.every === 'week'
    ? weekly(rules, schedule, today)
    : monthly(rules, schedule, today);
}

/**
 * Latest mail that is due at this instant.
 * @param rules of each venue that the mail is about; readings are those of the first
 */
export const lastSending = (
  rules: readonly NightRules[],
  schedule: Schedule,
  ms: number,
): Sending | null => sendingsAround(rules, schedule, ms).findLast(({ atMs }) => atMs <= ms) ?? null;

/** First mail that is due after this instant. */
export function nextSending(rules: readonly NightRules[], schedule: Schedule, ms: number): Sending {
  const found = sendingsAround(rules, schedule, ms).find(({ atMs }) => atMs > ms);
  if (!found) throw new RangeError('Nights do not end');
  return found;
}

/** Times from the end of a night to its mail, in minutes. */
export const mostDelayMinutes = 720;
export const usualDelayMinutes = 60;

/** Shortest first. */
export const delayChoices: readonly number[] = [0, 30, 60, 120, 240, 480];
