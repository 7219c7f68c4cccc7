/** When a bar sells: busy late in the evening and at weekends, a little at noon, nothing while it is closed. */
import { offsetMsAt } from '../../lib/wall-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Shares of a week, Sunday first; the hours after midnight belong to the evening before. */
const byWeekday = [0.9, 0.5, 0.6, 0.8, 1.1, 1.7, 1.8] as const;

const opensAtHour = 11;
/** Hour by hour from 11 am to 2 am. */
const byHour = [0.4, 0.6, 0.6, 0.4, 0.4, 1, 2, 4, 5, 6, 7, 8, 7, 5, 2] as const;
const ofAllHours = byHour.reduce((sum, weight) => sum + weight, 0);

/** How much of an average day's sales falls into the hour around a moment: 0 while closed. */
export type Rhythm = (ms: number) => number;

/** The share of the busiest hour there is: ten o'clock on a Saturday evening. */
export const busiestShare = (Math.max(...byWeekday) * Math.max(...byHour)) / ofAllHours;

/** The rhythm of a bar by the clock on its wall. Throws RangeError for an unknown zone. */
export const barRhythm =
  (timezone: string): Rhythm =>
  (ms) => {
    const sinceOpening = ms + offsetMsAt(ms, timezone) - opensAtHour * hourMs;
    const weekday = byWeekday[new Date(sinceOpening).getUTCDay()] ?? 0;
    const hour = byHour[Math.floor((sinceOpening % dayMs) / hourMs)] ?? 0;
    return (weekday * hour) / ofAllHours;
  };

/** A bar in which every hour is the busiest one. */
export const rushRhythm: Rhythm = () => busiestShare;

/**
 * The moment of the next sale after another, in epoch milliseconds: sales come by chance, as often as the rhythm says.
 * @param random gives numbers from 0 to below 1
 * @returns null when there is none before `endMs`
 */
export function nextSaleAfter(
  afterMs: number,
  endMs: number,
  { salesPerDay, rhythm }: { readonly salesPerDay: number; readonly rhythm: Rhythm },
  random: () => number,
): number | null {
  // Guests pass by as often as in the busiest hour; each comes in by the share that this hour has of it.
  const meanGapMs = hourMs / (salesPerDay * busiestShare);
  let at = afterMs;
  do {
    at += Math.max(1, Math.round(-Math.log(1 - random()) * meanGapMs));
    if (at > endMs) return null;
  } while (random() * busiestShare >= rhythm(at));
  return at;
}
