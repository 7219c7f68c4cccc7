/** Decomposes a time range into stored rollups and single sales. */

export type Grain = 'hour' | 'day' | 'month';

/** Half-open time range in epoch milliseconds. */
export interface TimeRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Added to the sum, or subtracted from it. */
interface Signed extends TimeRange {
  readonly sign: 1 | -1;
}

export interface Cover {
  /** Runs of whole UTC buckets. */
  readonly buckets: readonly (Signed & { readonly grain: Grain })[];
  /** Parts of hours, whose sales are summed individually. */
  readonly edges: readonly Signed[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** All stored grains. */
export const grains: readonly Grain[] = ['hour', 'day', 'month'];

const finer: Record<Grain, Grain | null> = { month: 'day', day: 'hour', hour: null };

/** Start of the UTC bucket that contains this instant, both in epoch milliseconds. */
export function bucketStart(grain: Grain, ms: number): number {
  if (grain === 'hour') return Math.floor(ms / hourMs) * hourMs;
  if (grain === 'day') return Math.floor(ms / dayMs) * dayMs;
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Start of the first UTC bucket that does not begin before this instant, both in epoch milliseconds. */
export function bucketEnd(grain: Grain, ms: number): number {
  const floor = bucketStart(grain, ms);
  if (floor === ms) return ms;
  if (grain === 'hour') return floor + hourMs;
  if (grain === 'day') return floor + dayMs;
  const date = new Date(floor);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * Decomposes the range into runs of whole buckets and edges whose signed sum is the range. Both ends of a run are the
 * nearest bounds of its grain, and finer buckets make up the difference: a year in New York is twelve months of UTC
 * without the first five hours, and five hours more. Any range needs at most 32 days and 24 hours in addition to its
 * months.
 * @param coarsest the coarsest grain to use
 */
export function coverRange(range: TimeRange, coarsest: Grain = 'month'): Cover {
  const next = finer[coarsest];
  const startMs = nearest(coarsest, range.startMs);
  const endMs = nearest(coarsest, range.endMs);
  if (startMs >= endMs) return next === null ? edgeOf(range) : coverRange(range, next);
  const difference = (outer: number, inner: number): Cover => {
    const part = { startMs: Math.min(outer, inner), endMs: Math.max(outer, inner) };
    const cover = next === null ? edgeOf(part) : coverRange(part, next);
    return outer < inner ? cover : negated(cover);
  };
  const before = difference(range.startMs, startMs);
  const after = difference(endMs, range.endMs);
  return {
    buckets: [...before.buckets, { grain: coarsest, startMs, endMs, sign: 1 }, ...after.buckets],
    edges: [...before.edges, ...after.edges],
  };
}

const edgeOf = ({ startMs, endMs }: TimeRange): Cover => ({
  buckets: [],
  edges: startMs < endMs ? [{ startMs, endMs, sign: 1 }] : [],
});

const negated = ({ buckets, edges }: Cover): Cover => ({
  buckets: buckets.map(negate),
  edges: edges.map(negate),
});

const negate = <T extends Signed>(one: T): T => ({ ...one, sign: one.sign === 1 ? -1 : 1 });

function nearest(grain: Grain, ms: number): number {
  const before = bucketStart(grain, ms);
  const after = bucketEnd(grain, ms);
  return ms - before < after - ms ? before : after;
}
