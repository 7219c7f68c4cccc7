/** Whether a venue is open, by its hours or, without them, by when it sells. */
import { midnightOf } from '../../lib/day-range.ts';
import { offsetMsAt } from '../../lib/wall-clock.ts';
import type { Expectation } from '../forecast/night-profile.ts';
import type { Night } from '../nights/nights.ts';

/** Of the sales of a night: before the first and after the last such share the venue is closed. */
const marginalShare = 0.01;
const minuteMs = 60_000;

export interface OpeningHours {
  readonly weekday: number;
  readonly opensMinutes: number;
  readonly closesMinutes: number;
}

/**
 * True while the venue is open. A venue without hours is open from 1 % to 99 % of its sales of the night, and always
 * while nothing is known of them.
 * @param hours of all weekdays
 * @param expectation of the venue; null while too little is known
 */
export function isOpenAt(
  nowMs: number,
  night: Night,
  hours: readonly OpeningHours[],
  expectation: Expectation | null,
): boolean {
  if (hours.length > 0) {
    const midnight = midnightOf(night.day);
    const minutes = (nowMs + offsetMsAt(nowMs, night.timezone) - midnight) / minuteMs;
    const weekday = new Date(midnight).getUTCDay();
    return hours.some(
      (one) =>
        one.weekday === weekday && minutes >= one.opensMinutes && minutes < one.closesMinutes,
    );
  }
  if (expectation === null) return true;
  // Less than a sale in the whole night is a night on which the venue is closed.
  if (expectation.total < 1) return false;
  const share = expectation.until(nowMs) / expectation.total;
  return share >= marginalShare && share <= 1 - marginalShare;
}
