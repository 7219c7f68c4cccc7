import { meanPace, paceOf } from '../forecast/demand.ts';
import type { Expectation } from '../forecast/night-profile.ts';
import { isSilent, oddsOfNone } from './open-now.ts';

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

// Contact to a unit: what its heartbeats say.

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

/** How long a unit, or a venue as a whole, has not sold, against what was expected of it. */
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
