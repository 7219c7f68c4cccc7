/** Whether a venue is open, by its hours or, without them, by when it sells. */
import { dayText } from '../../lib/day-range.ts';
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import type { Pace } from '../forecast/demand.ts';
import type { Expectation } from '../forecast/night-profile.ts';
import type { Night } from '../nights/nights.ts';
import type { OpeningHours } from '../nights/venue-clock.ts';

/** Of the sales of a night: before the first and after the last such share the venue is closed. */
const marginalShare = 0.01;
const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface Opening {
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

/** Whether a venue is open by its hours, or closed by the mark of its night; null where neither says it. */
export const isOpenByHours = (nowMs: number, night: Night, opening: Opening): boolean | null =>
  opening.hours.length > 0 || opening.closedDays.has(night.day)
    ? isOpenAt(nowMs, night, opening, null)
    : null;

/** Nights in which about one false finding per unit is accepted. */
const nightsPerFalseFinding = 28;
const leastQuietMs = 10 * 60_000;

/** Probability of no sale in a time in which this many are expected. */
export const oddsOfNone = ({ shape, rate }: Pace, expected: number): number =>
  (rate / (rate + expected)) ** shape;

/**
 * Probability below which silence is reported: every gap between two sales is a try, so it falls with the sales of the
 * night.
 */
export const silenceLimit = (expectedOfNight: number): number =>
  1 / (nightsPerFalseFinding * Math.max(1, expectedOfNight));

export interface Quiet {
  readonly odds: number;
  readonly expectedOfNight: number;
  /** Since the last sale. */
  readonly quietMs: number;
  readonly isOpen: boolean;
}

/**
 * Silence of a unit that should sell. With the pace of the night gamma distributed, the sales of a time in which λ are
 * expected have a negative binomial distribution; its probability of none is (b / (b + λ))^a.
 */
export const isSilent = ({ odds, expectedOfNight, quietMs, isOpen }: Quiet): boolean =>
  isOpen && quietMs >= leastQuietMs && odds < silenceLimit(expectedOfNight);
