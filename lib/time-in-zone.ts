/** Points in time as text in a time zone. */
import { dateMessages } from './date-messages.ts';
import { isTimezone } from './timezones.ts';
import { offsetMsAt } from './wall-clock.ts';

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

// Rows are ordered by time, so the date is mostly that of the previous row.
let lastDay = Number.NaN;
let lastDate = '';

/**
 * Local date `YYYY-MM-DD` and time `HH:mm:ss` (24 hours) in the zone. Optimized for the rows of a download: over a
 * million a second.
 * @param ms epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function dateAndTimeIn(ms: number, timezone: string): { date: string; time: string } {
  const wallMs = ms + offsetMsAt(ms, timezone);
  const day = Math.floor(wallMs / dayMs);
  if (day !== lastDay) {
    lastDate = new Date(day * dayMs).toISOString().slice(0, 10);
    lastDay = day;
  }
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const hour = twoDigits[Math.floor(seconds / 3600)];
  const minute = twoDigits[Math.floor(seconds / 60) % 60];
  const second = twoDigits[seconds % 60];
  return { date: lastDate, time: `${hour}:${minute}:${second}` };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a point in time for display, with the abbreviation valid at that time: `Mar 1, 2024, 10:15 AM EST`, and EDT
 * in July.
 * @param ms epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function formatInZone(ms: number, timezone: string): string {
  const zone = timezone.toLowerCase();
  let format = formats.get(zone);
  if (!format) {
    if (!isTimezone(zone)) throw new RangeError(dateMessages.unknownTimezone);
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(zone, format);
  }
  // Some platforms put a narrow no-break space before AM and PM, others a normal space.
  return format.format(ms).replaceAll('\u202f', ' ');
}
