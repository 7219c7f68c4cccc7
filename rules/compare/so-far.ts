/** The part of a night or period whose sales are in every figure of it while it goes on. */
import { aheadAfterMs } from '../health/health-messages.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';

/**
 * From the start of a range until now. Sales of a clock that is a little fast are in it at once; those that are dated
 * further ahead are not, until their time.
 */
export const soFar = ({ startMs, endMs }: TimeRange, nowMs: number): TimeRange => ({
  startMs,
  endMs: Math.min(endMs, nowMs + aheadAfterMs),
});
