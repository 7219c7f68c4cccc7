/** Opening hours of the business days of a week. */
import { clockText } from './venue-clock.ts';

/** Latest closing: noon of the next day. */
export const latestCloseMinutes = 2160;

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

interface Hours {
  readonly weekday: number;
  readonly opens_minutes: number;
  readonly closes_minutes: number;
}

/** `Fri 16:00-26:00, Sat 16:00-26:00`, or `none`. */
export const hoursText = (hours: readonly Hours[]): string =>
  hours.length === 0
    ? 'none'
    : hours
        .map(
          (one) =>
            `${weekdays[one.weekday]?.slice(0, 3)} ${clockText(one.opens_minutes)}-${clockText(one.closes_minutes)}`,
        )
        .join(', ');
