/** Subscriptions in words. */
import type { Schedule, Sending } from './sending-times.ts';

/** `an hour after it ends`. */
export function delayText(minutes: number): string {
  if (minutes === 0) return 'when it ends';
  if (minutes === 30) return 'half an hour after it ends';
  if (minutes === 60) return 'an hour after it ends';
  if (minutes % 60 === 0) return `${minutes / 60} hours after it ends`;
  return `${minutes} minutes after it ends`;
}

/** `5:00 AM EST`. */
export function sendingTimeText({ timezone, atMs }: Sending): string {
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return time.format(atMs).replaceAll('\u202F', ' ');
}

/** `9:00 AM`. */
export function timeOfDayText(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `Rooftop Bar and 2 more`. */
export function venuesText(names: readonly string[]): string {
  const [first = '', second, ...more] = names;
  if (second === undefined) return first;
  return `${first} and ${1 + more.length} more`;
}

/** From Sunday on. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

interface Described {
  readonly kind: 'closeout' | 'weekly' | 'monthly' | 'csv';
  readonly venueNames: readonly string[];
  readonly schedule: Schedule;
  readonly isCalendarDay: boolean;
}

/**
 * `Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)`, `Every Monday at 9:00 AM, Rooftop Bar and 2 more`.
 */
export function subscriptionText(
  { kind, venueNames, schedule, isCalendarDay }: Described,
  next: Sending,
): string {
  const { every, atMinutes, delayMinutes, weekday } = schedule;
  const names = venuesText(venueNames);
  const csv = kind === 'csv' ? ', with the CSV' : '';
  const time = timeOfDayText(atMinutes ?? 0);
  if (every === 'week') return `Every ${weekdayNames[weekday ?? 0]} at ${time}, ${names}${csv}`;
  if (every === 'month') return `On the first of each month at ${time}, ${names}`;
  const when =
    atMinutes === null
      ? `${delayText(delayMinutes ?? 0)} (${sendingTimeText(next)})`
      : `at ${time}`;
  return `Every ${isCalendarDay ? 'day' : 'night'} of ${names}, ${when}${csv}`;
}
