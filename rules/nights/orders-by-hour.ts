/** Hours in which a venue sells, as its clock shows them. */
import { offsetMsAt } from '../../lib/wall-clock.ts';
import type { OrdersByHour } from './start-suggestion.ts';

const hourMs = 3_600_000;

/**
 * Orders by the hour that the clock showed. Where an hour of the sums lies across two of the zone, as in India, its
 * orders are divided between them.
 * @param sums orders of whole hours in UTC
 * @throws RangeError for an unknown zone
 */
export function countByReading(
  sums: readonly { readonly startMs: number; readonly orders: number }[],
  timezone: string,
): OrdersByHour {
  const counts = Array.from({ length: 24 }, () => 0);
  const add = (hour: number, orders: number) => {
    counts[hour % 24] = (counts[hour % 24] ?? 0) + orders;
  };
  for (const { startMs, orders } of sums) {
    const wallHours = (startMs + offsetMsAt(startMs, timezone)) / hourMs;
    const hour = Math.floor(wallHours) % 24;
    const later = wallHours - Math.floor(wallHours);
    add(hour, orders * (1 - later));
    if (later > 0) add(hour + 1, orders * later);
  }
  return counts.map((count) => Math.round(count * 100) / 100);
}
