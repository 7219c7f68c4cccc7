/** Decomposes a time range into stored rollups and single sales. */

export type Grain = 'hour' | 'day' | 'month';

/** Half-open time range in epoch milliseconds. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Cover {
  /** Whole UTC buckets to add up, in chronological order. */
  readonly buckets: readonly (Stretch & { readonly grain: Grain })[];
  /** Partial hours at the ends, whose sales are summed individually. */
  readonly edges: readonly Stretch[];
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

function ceilTo(grain: Grain, ms: number): number {
  const floor = bucketStart(grain, ms);
  if (floor === ms) return ms;
  if (grain === 'hour') return floor + hourMs;
  if (grain === 'day') return floor + dayMs;
  const date = new Date(floor);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * Covers the range without gap or overlap: as many whole buckets of the coarsest grain as fit, finer ones on both sides
 * of them, and edges that hold no whole hour. A year needs at most 12 months, 60 days and 46 hours.
 * @param coarsest the coarsest grain to use
 */
export function coverRange(range: Stretch, coarsest: Grain = 'month'): Cover {
  if (range.startMs >= range.endMs) return { buckets: [], edges: [] };
  const startMs = ceilTo(coarsest, range.startMs);
  const endMs = bucketStart(coarsest, range.endMs);
  const next = finer[coarsest];
  const around = (part: Stretch): Cover => {
    if (next) return coverRange(part, next);
    return { buckets: [], edges: part.startMs < part.endMs ? [part] : [] };
  };
  if (startMs >= endMs) return around(range);
  const before = around({ startMs: range.startMs, endMs: startMs });
  const after = around({ startMs: endMs, endMs: range.endMs });
  return {
    buckets: [...before.buckets, { grain: coarsest, startMs, endMs }, ...after.buckets],
    edges: [...before.edges, ...after.edges],
  };
}
