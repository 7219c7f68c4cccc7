/** How long a unit, or a venue as a whole, has not sold, against what was expected of it. */
import type { Expectation } from '../forecast/night-profile.ts';
import { meanPace, paceOf } from '../forecast/pace.ts';
import { isSilent, oddsOfNone } from './silence.ts';

export interface Selling {
  /** Of tonight. */
  readonly expectation: Expectation;
  /** Relative variance of the totals of nights. */
  readonly variance: number;
  /** Number of sales tonight. */
  readonly sold: number;
  /** Null without a sale. */
  readonly lastSoldMs: number | null;
  /** Last time at which sales were not to be expected: in service, or while the server was down. */
  readonly resumedMs: number | null;
}

export interface Quiet {
  /** Sales expected since the last one. */
  readonly expected: number;
  /** Probability of none. */
  readonly odds: number;
  /** Sales that are missing at the pace of tonight. */
  readonly missing: number;
  readonly isSilent: boolean;
}

export function quietOf(
  { expectation, variance, sold, lastSoldMs, resumedMs }: Selling,
  { nightStartMs, nowMs, isOpen }: { nightStartMs: number; nowMs: number; isOpen: boolean },
): Quiet {
  const soldMs = Math.max(lastSoldMs ?? nightStartMs, nightStartMs);
  const sinceMs = Math.max(soldMs, resumedMs ?? soldMs);
  const expected = Math.max(0, expectation.until(nowMs) - expectation.until(sinceMs));
  const pace = paceOf({ variance, sold, expected: expectation.until(soldMs) });
  const odds = oddsOfNone(pace, expected);
  return {
    expected,
    odds,
    missing: Math.round(meanPace(pace) * expected),
    isSilent: isSilent({
      odds,
      expectedOfNight: expectation.total,
      quietMs: nowMs - sinceMs,
      isOpen,
    }),
  };
}
