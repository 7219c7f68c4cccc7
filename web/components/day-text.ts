/** Parses and formats days. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const text = date.toISOString().slice(0, 10);
  // A nonexistent date, such as February 30, rolls over to another one.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : null;
}

/** Parses 2024-03-01, 3/1/2024 and Mar 1, 2024; null for anything else, including incomplete input. */
export function readDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed);
  if (us) return toDay(Number(us[3]), Number(us[1]), Number(us[2]));
  const words = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(typed);
  const month = months.indexOf(words?.[1] ?? '') + 1;
  return words && month > 0 ? toDay(Number(words[3]), month, Number(words[2])) : null;
}

const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats YYYY-MM-DD as `Mar 1, 2024`; empty for null. */
export function formatDay(day: string | null): string {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnightMs) ? '' : shown.format(midnightMs);
}

const withoutYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * Formats a range as `Oct 1 - Oct 31`, with the years unless both are the present one.
 * @param today defaults to the day of the browser
 */
export function daysText(from: string, to: string, today = new Date().toISOString()): string {
  const isOfThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const format = (day: string) =>
    isOfThisYear ? withoutYear.format(Date.parse(`${day}T00:00:00Z`)) : formatDay(day);
  return from === to ? format(from) : `${format(from)} - ${format(to)}`;
}
