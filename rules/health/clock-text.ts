/** Messages about a unit whose sales have wrong dates. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Clocks differ by seconds; a sale dated further ahead than this comes from a clock that is wrong. */
export const aheadAfterMs = 10 * minuteMs;

/**
 * Message about a sale that is dated ahead, or has an impossible date; null when the dates are right.
 * @param dates in epoch milliseconds; null when there is none
 */
export function aheadText(
  { aheadMs, impossibleMs }: { aheadMs: number | null; impossibleMs: number | null },
  nowMs: number,
): string | null {
  if (impossibleMs !== null)
    return `Its last sale is dated ${new Date(impossibleMs).toISOString().slice(0, 10)}: check its clock`;
  if (aheadMs === null || aheadMs - nowMs <= aheadAfterMs) return null;
  const ahead = aheadMs - nowMs;
  const [count, unit] =
    ahead < 60 * minuteMs
      ? [Math.floor(ahead / minuteMs), 'minute']
      : ahead < dayMs
        ? [Math.floor(ahead / (60 * minuteMs)), 'hour']
        : [Math.floor(ahead / dayMs), 'day'];
  return `A sale is dated ${count} ${unit}${count === 1 ? '' : 's'} ahead: check its clock`;
}
