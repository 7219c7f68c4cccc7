/** Online and offline, by the rhythm in which a unit sends requests. */

export const contactStates = ['online', 'offline', 'new'] as const;
export type ContactState = (typeof contactStates)[number];

const minuteMs = 60_000;
/** Times between two contacts that are stored. */
const gapsStored = 50;
/** With fewer, the rhythm of the unit is not known. */
const leastGaps = 5;
const [leastGapMs, mostGapMs] = [minuteMs, 15 * minuteMs];
const gapsUntilOffline = 3;
/** No unit is offline before. */
export const leastOfflineMs = 3 * minuteMs;

/**
 * The last 50 gaps in seconds, the new one first; longer ones than a quarter of an hour count as that, and negative ones,
 * after a clock that was ahead, as none.
 */
export const withGap = (gapsSeconds: readonly number[], gapMs: number): number[] =>
  [Math.round(Math.min(Math.max(gapMs, 0), mostGapMs) / 1000), ...gapsSeconds].slice(0, gapsStored);

/** Median of the gaps, from a minute to a quarter of an hour; the latter while few are known. */
export function usualGapMs(gapsSeconds: readonly number[]): number {
  if (gapsSeconds.length < leastGaps) return mostGapMs;
  const sorted = gapsSeconds.toSorted((one, other) => one - other);
  const middle = (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) * 1000;
  return Math.min(Math.max(middle, leastGapMs), mostGapMs);
}

/** Offline after three times the usual gap, and three minutes at least; new before the first contact. */
export function contactStateOf(
  lastContactMs: number | null,
  gapsSeconds: readonly number[],
  nowMs: number,
): ContactState {
  if (lastContactMs === null) return 'new';
  const limitMs = Math.max(leastOfflineMs, gapsUntilOffline * usualGapMs(gapsSeconds));
  return nowMs - lastContactMs > limitMs ? 'offline' : 'online';
}
