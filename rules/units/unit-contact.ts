/** Contact to a unit: what its heartbeats say. */

/** State of a unit's card reader, as the unit sees it. */
export const readerStates = ['ready', 'busy', 'offline', 'unknown'] as const;
export type ReaderState = (typeof readerStates)[number];

/** State of a place of a unit, as the unit sees it. */
export const placeStates = ['ok', 'empty', 'blocked', 'warm', 'unknown'] as const;
export type PlaceState = (typeof placeStates)[number];

/** Time between two heartbeats. */
export const heartbeatMs = 60_000;

/** A clock that differs by more is reported. */
export const clockSkewLimitMs = 2 * 60_000;

const skewsKept = 5;

/** Returns the last five differences of a unit's clock, the new one first. */
export const withSkew = (skewsMs: readonly number[], skewMs: number): number[] =>
  [skewMs, ...skewsMs].slice(0, skewsKept);

/**
 * Returns the median of the differences, so that one slow request says nothing of the clock; of an even number the lower
 * one of the two in the middle. Null without any.
 */
export const clockSkewMs = (skewsMs: readonly number[]): number | null =>
  skewsMs.toSorted((one, other) => one - other)[Math.ceil(skewsMs.length / 2) - 1] ?? null;
