/**
 * Reads that give the sums of many ranges, none of them twice. The bounds of the ranges divide time into parts, and a
 * range is a run of parts. A UTC day that bounds divide is read as a whole beside the hours of its shorter parts: its
 * longest part is the day without them.
 */
import { groupBy } from '../../lib/lists.ts';
import { bucketEnd, bucketStart, type TimeRange } from '../reports/rollup-cover.ts';

/** Indices of the parts that a read is added to and subtracted from; null for none. */
export interface Destination {
  readonly plus: number;
  readonly minus: number | null;
}

export interface Read extends TimeRange, Destination {}

export interface PlannedReads {
  /** Bounds of the parts in their order; part n is from bound n to bound n + 1. */
  readonly bounds: readonly number[];
  /** Single stored days. */
  readonly days: readonly Read[];
  /** Single stored hours. */
  readonly hours: readonly Read[];
  /** Several stored hours that are added up. */
  readonly runs: readonly Read[];
  /** Parts of hours, whose sales are summed. */
  readonly edges: readonly Read[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function planReads(ranges: readonly TimeRange[]): PlannedReads {
  const bounds = boundsOf(ranges);
  const reads = joinOverlapping(ranges).flatMap((run) => daysOf(run, bounds).flatMap(readsOfDay));
  const byKind = groupBy(reads, kindOf);
  const of = (kind: Kind): Read[] => byKind.get(kind) ?? [];
  return { bounds, days: of('days'), hours: of('hours'), runs: of('runs'), edges: of('edges') };
}

/** Starts and ends in their order, each once. */
function boundsOf(ranges: readonly TimeRange[]): number[] {
  const ends = new Float64Array(2 * ranges.length);
  ranges.forEach(({ startMs, endMs }, nth) => ends.set([startMs, endMs], 2 * nth));
  return [...ends.sort()].filter((ms, nth, all) => ms !== all[nth - 1]);
}

type Kind = Exclude<keyof PlannedReads, 'bounds'>;

function kindOf({ startMs, endMs }: TimeRange): Kind {
  if (startMs % hourMs !== 0 || endMs % hourMs !== 0) return 'edges';
  if (endMs - startMs === hourMs) return 'hours';
  return endMs - startMs === dayMs ? 'days' : 'runs';
}

/** Joins ranges that meet or overlap. */
export function joinOverlapping(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

interface Part extends TimeRange {
  readonly nth: number;
}

/** Parts of a run by UTC day; a part that goes on over midnight is one in each of its days. */
function daysOf(run: TimeRange, bounds: readonly number[]): Part[][] {
  const days: Part[][] = [];
  let nth = bounds.indexOf(run.startMs);
  for (let ms = run.startMs; ms < run.endMs;) {
    const day: Part[] = [];
    const midnight = bucketStart('day', ms) + dayMs;
    while (ms < Math.min(midnight, run.endMs)) {
      const next = bounds[nth + 1] ?? run.endMs;
      const endMs = Math.min(next, midnight);
      day.push({ nth, startMs: ms, endMs });
      if (endMs === next) nth += 1;
      ms = endMs;
    }
    days.push(day);
  }
  return days;
}

const lengthOf = ({ startMs, endMs }: TimeRange): number => endMs - startMs;

function readsOfDay(parts: readonly Part[]): Read[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const longest = parts.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
  // A day whose parts are hours takes one read less without its sum.
  const isWhole = last.endMs - first.startMs === dayMs && lengthOf(longest) > hourMs;
  if (!isWhole) return parts.flatMap((part) => readsOfPart(part, null));
  const others = parts.filter((part) => part !== longest);
  const day = { startMs: first.startMs, endMs: last.endMs, plus: longest.nth, minus: null };
  return [day, ...others.flatMap((part) => readsOfPart(part, longest.nth))];
}

/** Whole hours of a part, and what is before and after them. */
function readsOfPart({ nth, startMs, endMs }: Part, minus: number | null): Read[] {
  const first = Math.min(bucketEnd('hour', startMs), endMs);
  const last = Math.max(bucketStart('hour', endMs), first);
  const reads: Read[] = [];
  if (startMs < first) reads.push({ startMs, endMs: first, plus: nth, minus });
  if (first < last) reads.push({ startMs: first, endMs: last, plus: nth, minus });
  if (last < endMs) reads.push({ startMs: last, endMs, plus: nth, minus });
  return reads;
}
