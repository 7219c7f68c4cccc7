/** Time ranges of the venue overview. */
import { firstInstantFrom, offsetMsAt } from '../../lib/wall-clock.ts';
import type { Stretch } from '../reports/rollup-cover.ts';

const dayMs = 86_400_000;

export interface OverviewRanges {
  /** Current calendar day in the zone, `YYYY-MM-DD`. */
  readonly day: string;
  /** From the start of the day until now. */
  readonly today: Stretch;
  /** The same local hours of the same weekday a week before, also where clocks changed in between. */
  readonly weekBefore: Stretch;
}

/**
 * Ranges at a point in time, in epoch milliseconds.
 * @throws RangeError for an unknown zone
 */
export function overviewRanges(nowMs: number, timezone: string): OverviewRanges {
  const wallMs = nowMs + offsetMsAt(nowMs, timezone);
  const midnight = Math.floor(wallMs / dayMs) * dayMs;
  const at = (localMs: number): number => firstInstantFrom(localMs, timezone);
  return {
    day: new Date(midnight).toISOString().slice(0, 10),
    today: { startMs: at(midnight), endMs: nowMs },
    weekBefore: { startMs: at(midnight - 7 * dayMs), endMs: at(wallMs - 7 * dayMs) },
  };
}
