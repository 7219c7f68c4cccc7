/** Which kept sums, and which single sales, make up a range of time. */

export type Grain = 'hour' | 'day' | 'month';

/** A stretch of time in epoch milliseconds, end excluded. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Cover {
  /** Whole buckets of UTC to add up, in the order of time. */
  readonly buckets: readonly (Stretch & { readonly grain: Grain })[];
  /** Edges that no whole hour fills: their sales are added up one by one. */
  readonly edges: readonly Stretch[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Every grain that is kept. */
export const grains: readonly Grain[] = ['hour', 'day', 'month'];

const finer: Record<Grain, Grain | null> = { month: 'day', day: 'hour', hour: null };

/** Where the bucket of UTC that holds this moment begins, both in epoch milliseconds. */
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
