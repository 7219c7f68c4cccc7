import { timeThereText, weekdayTimeText } from '../nights/night-text.ts';

interface Times {
  /** Epoch milliseconds, or null beyond the range. */
  readonly earliestMs: number | null;
  readonly likelyMs: number | null;
  /** Without it the likely time stands alone. */
  readonly latestMs?: number | null;
}

/** Epoch milliseconds of a time of a forecast; null beyond its range. */
export const msOf = (time: string | null): number | null =>
  time === null ? null : Date.parse(time);

/** From here on a time has its weekday. */
const weekdayFromMs = 16 * 3_600_000;

/**
 * When an ingredient runs out: `Likely out at 10:40 PM (10:05 PM to 11:30 PM)`, `Likely out at Tue 6:30 PM`; `Out` for one
 * that is.
 * @param nowMs epoch milliseconds
 */
export function runOutText(
  { earliestMs, likelyMs, latestMs }: Times,
  isOut: boolean,
  nowMs: number,
  timezone: string,
): string {
  if (isOut) return 'Out';
  const text = (ms: number): string =>
    ms - nowMs < weekdayFromMs ? timeThereText(ms, timezone) : weekdayTimeText(ms, timezone);
  if (earliestMs === null) return 'Might run out near close';
  if (likelyMs === null) return `Might run out after ${text(earliestMs)}`;
  const likely = `Likely out at ${text(likelyMs)}`;
  if (latestMs === undefined) return likely;
  return latestMs === null
    ? `${likely} (${text(earliestMs)} or later)`
    : `${likely} (${text(earliestMs)} to ${text(latestMs)})`;
}

/** How long an ingredient lasts: for the drawing of a unit, and for screen readers. */
export interface TimeLeft {
  /** `45 min`, `2 h 10`, `13 h`, `lasts` until the end of the range, `?` where it is not known, or `out`. */
  readonly short: string;
  readonly long: string;
}

interface Lasting extends Times {
  /** Servings; null where the level is not known. */
  readonly left: number | null;
  /** False where too little is known for a forecast. */
  readonly isForecast: boolean;
}

const minuteMs = 60_000;

/** @param nowMs epoch milliseconds */
export function timeLeftOf(lasting: Lasting, nowMs: number, timezone: string): TimeLeft {
  const { left, isForecast, likelyMs } = lasting;
  if (left === 0) return { short: 'out', long: 'out' };
  if (left === null || !isForecast) return { short: '?', long: 'no forecast' };
  if (likelyMs === null) return { short: 'lasts', long: 'lasts until close' };
  const text = runOutText(lasting, false, nowMs, timezone);
  return {
    short: shortDuration(likelyMs - nowMs),
    long: text.charAt(0).toLowerCase() + text.slice(1),
  };
}

function shortDuration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  if (hours >= 10) return `${Math.round(minutes / 60)} h`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}
