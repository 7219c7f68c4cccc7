/** Parses and formats days. */
import { fullDayName, shortDayName } from '../../lib/day-name.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const text = date.toISOString().slice(0, 10);
  // A nonexistent date, such as February 30, rolls over to another one.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : null;
}

const monthMs = 31 * 86_400_000;

/** The day of this year, or of the last when it is more than a month ahead: reports are of the past. */
function withoutYearGiven(today: string, month: number, day: number): string | null {
  const year = Number(today.slice(0, 4));
  const found = toDay(year, month, day);
  const latest = new Date(Date.parse(today) + monthMs).toISOString();
  return found !== null && found <= latest ? found : toDay(year - 1, month, day);
}

/**
 * Parses 2024-03-01, 3/1/2024 and Mar 1, 2024, the last two also without the year; null for anything else, including
 * incomplete input.
 * @param today defaults to the day of the browser
 */
export function readDay(text: string, today = new Date().toISOString()): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(typed);
  const words = us ?? /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(typed);
  if (!words) return null;
  const month = us ? Number(us[1]) : months.indexOf(words[1] ?? '') + 1;
  const day = Number(words[2]);
  if (month < 1) return null;
  return words[3] === undefined
    ? withoutYearGiven(today.slice(0, 10), month, day)
    : toDay(Number(words[3]), month, day);
}

/** Formats YYYY-MM-DD as `Mar 1, 2024`, as in fields; a night is shown by `dayName`. Empty for null. */
export const formatDay = (day: string | null): string =>
  day === null || Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? '' : fullDayName(day);

/**
 * Formats a range as `Oct 1 – Oct 31`, with the years unless both are the present one.
 * @param today defaults to the day of the browser
 */
export function daysText(from: string, to: string, today = new Date().toISOString()): string {
  const isOfThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const format = isOfThisYear ? shortDayName : fullDayName;
  return from === to ? format(from) : `${format(from)} – ${format(to)}`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Relative time: `just now`, `12 min ago`, `3 h ago`, `2 days ago`. A time in the future, from a clock that is ahead,
 * is just now.
 */
export function agoText(ms: number, nowMs: number): string {
  const agoMs = nowMs - ms;
  if (agoMs < minuteMs) return 'just now';
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)} min ago`;
  if (agoMs < dayMs) return `${Math.floor(agoMs / hourMs)} h ago`;
  const days = Math.floor(agoMs / dayMs);
  return days === 1 ? '1 day ago' : `${days.toLocaleString('en-US')} days ago`;
}

/** Formats a duration in milliseconds as minutes and seconds: `1 min 35 s`; a dash when unknown. */
export function durationText(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined) return '–';
  const seconds = Math.round(durationMs / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
