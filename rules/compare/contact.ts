/** Units that were not in contact throughout both sides of a comparison. */
import { offsetMsAt } from '../../lib/wall-clock.ts';
import type { OrdersByHour } from '../nights/start-suggestion.ts';
import type { Stretch } from '../reports/rollup-cover.ts';

const hourMs = 3_600_000;
const stepMs = hourMs / 4;

/** Selling time without contact from which a unit is left out. */
export const silentAfterMs = 2 * hourMs;

/** Days whose sales decide in which hours a venue sells. */
export const daysOfSelling = 28;

/** Nights over which single gaps count; over longer periods they change little, and only present silence counts. */
export const mostNightsOfGaps = 35;

/** Share of the orders below which an hour is one in which the venue hardly sells. */
const sellingShare = 0.01;

/** Hours of the day, on the clock, in which a venue sells; a unit that is off outside of them misses nothing. */
export function sellingHours(orders: OrdersByHour): Set<number> {
  const total = orders.reduce((sum, count) => sum + count, 0);
  return new Set(
    orders.flatMap((count, hour) => (count > 0 && count >= sellingShare * total ? [hour] : [])),
  );
}

/**
 * True when a unit missed two hours or more in which the venue sells.
 * @param gap time without contact
 * @param sides parts of time that are compared
 * @param hours in which the venue sells
 */
export function isMissed(
  gap: Stretch,
  sides: readonly Stretch[],
  { hours, timezone }: { hours: ReadonlySet<number>; timezone: string },
): boolean {
  return sides.some((side) => {
    const endMs = Math.min(gap.endMs, side.endMs);
    let missedMs = 0;
    let ms = Math.max(gap.startMs, side.startMs);
    while (ms < endMs && missedMs < silentAfterMs) {
      const next = Math.min((Math.floor(ms / stepMs) + 1) * stepMs, endMs);
      const hour = Math.floor((ms + offsetMsAt(ms, timezone)) / hourMs) % 24;
      if (hours.has(hour)) missedMs += next - ms;
      ms = next;
    }
    return missedMs >= silentAfterMs;
  });
}
