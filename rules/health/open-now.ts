/** Whether a venue is open, by its hours or, without them, by when it sells. */
import { dayText } from '../../lib/day-range.ts';
import { offsetMsAt } from '../../lib/wall-clock.ts';
import type { Expectation } from '../forecast/night-profile.ts';
import type { Night } from '../nights/nights.ts';

/** Of the sales of a night: before the first and after the last such share the venue is closed. */
const marginalShare = 0.01;
const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface OpeningHours {
  readonly weekday: number;
  readonly opensMinutes: number;
  readonly closesMinutes: number;
}

interface Opening {
  /** Of all weekdays; empty where they are not known. */
  readonly hours: readonly OpeningHours[];
  /** Days whose nights are closed on purpose. */
  readonly closedDays: ReadonlySet<string>;
}

/**
 * True while the venue is open. A venue without hours is open from 1 % to 99 % of its sales of the night, and always
 * while nothing is known of them.
 * @param expectation of the venue; null while too little is known
 */
export function isOpenAt(
  nowMs: number,
  night: Night,
  { hours, closedDays }: Opening,
  expectation: Expectation | null,
): boolean {
  if (hours.length > 0) {
    const wallMs = nowMs + offsetMsAt(nowMs, night.timezone);
    const today = Math.floor(wallMs / dayMs) * dayMs;
    // Hours that began the day before may end after midnight, and after the start of the next night, closed or not.
    return [today, today - dayMs].some((midnight) => {
      const minutes = (wallMs - midnight) / minuteMs;
      const weekday = new Date(midnight).getUTCDay();
      return (
        !closedDays.has(dayText(midnight)) &&
        hours.some(
          (one) =>
            one.weekday === weekday && minutes >= one.opensMinutes && minutes < one.closesMinutes,
        )
      );
    });
  }
  if (closedDays.has(night.day)) return false;
  if (expectation === null) return true;
  // Less than a sale in the whole night is a night on which the venue is closed.
  if (expectation.total < 1) return false;
  const share = expectation.until(nowMs) / expectation.total;
  return share >= marginalShare && share <= 1 - marginalShare;
}
