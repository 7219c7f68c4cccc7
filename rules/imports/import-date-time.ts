/** Parses dates and times in the formats of other systems. */
import { instantOf } from '../../lib/wall-clock.ts';

const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?:\s?(?<half>[ap])\.?m\.?)?`;
const offset = String.raw`\s?(?<offset>z|utc|[+-]\d\d(?::?\d\d)?)`;
const yearFirst = new RegExp(
  String.raw`^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?:(?:t|,?\s)${time}(?:${offset})?)?$`,
  'i',
);
const monthFirst = new RegExp(
  String.raw`^(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}|\d\d)(?:,?\s${time}(?:${offset})?)?$`,
  'i',
);

/** Hour of the day, 0 to 23; null for 13 PM and 24:00. */
function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetMsOf(text: string): number {
  const digits = text.replace(':', '');
  if (!/^[+-]/.test(digits)) return 0;
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3) || 0);
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Parses a date with or without a time: `3/1/2024 10:15` (month first, also `3/1/24` and `10:15 PM`), `2024-03-01
 * 10:15:50.520`, `2024-03-01T10:15:50Z`. A date alone means its midnight. Text without an offset is local time in the
 * zone: an ambiguous hour (clocks turned back) means the first, and a skipped one is read with the offset before the
 * change.
 * @param timezone IANA name
 * @returns epoch milliseconds, or null when the text is not an existing date
 */
export function parseDateTime(text: string, timezone: string): number | null {
  const found = yearFirst.exec(text) ?? monthFirst.exec(text);
  if (!found?.groups) return null;
  const { groups } = found;
  const number = (name: string) => Number(groups[name] ?? 0);
  const month = number('month');
  const day = number('day');
  const minute = number('minute');
  const second = number('second');
  const year = number('year') + (groups['year']?.length === 2 ? 2000 : 0);
  const hour = hourOfDay(number('hour'), groups['half']);
  if (hour === null || minute > 59 || second > 59) return null;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // A nonexistent day or month rolls over into another month.
  if (midnight.getUTCMonth() !== month - 1) return null;

  const milliseconds = Number((groups['fraction'] ?? '').padEnd(3, '0').slice(0, 3));
  const wallMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const ownOffset = groups['offset'];
  return ownOffset === undefined ? instantOf(wallMs, timezone) : wallMs - offsetMsOf(ownOffset);
}
