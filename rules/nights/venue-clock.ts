/** Clock of a venue: its time zone and the local time at which its business day starts. */
import { weekdayNames } from '../../lib/weekdays.ts';

/** In force from a business day on, until the next one. */
export interface VenueClock {
  /** `YYYY-MM-DD`. */
  readonly fromDay: string;
  /** IANA name. */
  readonly timezone: string;
  /** Minutes after midnight, 0 to 720 in steps of 30. */
  readonly startsMinutes: number;
}

export const latestStartMinutes = 720;
export const startStepMinutes = 30;

const minutesPerHour = 60;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `04:30` of 270 minutes. */
export const clockText = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / minutesPerHour))}:${twoDigits(minutes % minutesPerHour)}`;

/** 270 minutes of `04:30`, or null where this is no time of at most `latest` minutes. */
export function parseClockText(text: string, latest: number): number | null {
  const found = /^(\d{2}):([0-5]\d)$/.exec(text);
  if (!found) return null;
  const minutes = Number(found[1]) * minutesPerHour + Number(found[2]);
  return minutes <= latest ? minutes : null;
}

/** Minutes of a start such as `04:30`, or null for one that is no half hour from midnight to noon. */
export function parseStart(text: string): number | null {
  const minutes = parseClockText(text, latestStartMinutes);
  return minutes !== null && minutes % startStepMinutes === 0 ? minutes : null;
}

/** All starts, as `04:30`. */
export const startChoices: readonly string[] = Array.from(
  { length: latestStartMinutes / startStepMinutes + 1 },
  (_, step) => clockText(step * startStepMinutes),
);

/**
 * Clock in force on a business day: the one with the latest first day that is not after it. The first clock also holds
 * for the days before it, for which the venue had none.
 * @param clocks at least one, by their first day
 */
export function clockOn(clocks: readonly VenueClock[], day: string): VenueClock {
  const found = clocks.findLast(({ fromDay }) => fromDay <= day) ?? clocks[0];
  if (!found) throw new RangeError('A venue without a clock has no business days');
  return found;
}

/** Latest closing: noon of the next day. */
export const latestCloseMinutes = 2160;

/** Opening hours of the business days of a week. */
export interface OpeningHours {
  readonly weekday: number;
  readonly opensMinutes: number;
  readonly closesMinutes: number;
}

/** `Fri 16:00-26:00, Sat 16:00-26:00`, or `none`. */
export const hoursText = (hours: readonly OpeningHours[]): string =>
  hours.length === 0
    ? 'none'
    : hours
        .map(
          (one) =>
            `${weekdayNames[one.weekday]?.slice(0, 3)} ${clockText(one.opensMinutes)}-${clockText(one.closesMinutes)}`,
        )
        .join(', ');
