import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cover, coverRange, type Grain, type TimeRange } from './rollup-cover.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (text: string) => Date.parse(text);
const range = (start: string, end: string): TimeRange => ({ startMs: at(start), endMs: at(end) });

const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }),
  // Bucket boundaries and instants next to them.
  fc
    .tuple(fc.integer({ min: 0, max: 1199 }), fc.integer({ min: -1, max: 1 }))
    .map(([month, ms]) => Date.UTC(2000, month, 1) + ms),
  fc
    .tuple(fc.integer({ min: 262_980, max: 1_139_000 }), fc.integer({ min: -1, max: 1 }))
    .map(([hour, ms]) => hour * hourMs + ms),
);
const ranges = fc
  .tuple(moment, moment)
  .map(([a, b]): TimeRange => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }));
const grains = fc.constantFrom<Grain>('hour', 'day', 'month');

/** How often the cover counts this instant. */
const countAt = ({ buckets, edges }: Cover, ms: number): number =>
  [...buckets, ...edges]
    .filter(({ startMs, endMs }) => startMs <= ms && ms < endMs)
    .reduce((count, { sign }) => count + sign, 0);

function isAligned(grain: Grain, ms: number): boolean {
  const date = new Date(ms);
  if (grain === 'month')
    return date.getTime() === Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return ms % (grain === 'day' ? dayMs : hourMs) === 0;
}

test('the signed buckets and edges count every instant of the range once, and no other', () => {
  fc.assert(
    fc.property(ranges, grains, (received, coarsest) => {
      const cover = coverRange(received, coarsest);
      const bounds = [received, ...cover.buckets, ...cover.edges].flatMap((one) => [
        one.startMs,
        one.endMs,
      ]);
      for (const ms of bounds.flatMap((bound) => [bound - 1, bound])) {
        const isInRange = received.startMs <= ms && ms < received.endMs;
        expect(countAt(cover, ms)).toBe(isInRange ? 1 : 0);
      }
    }),
  );
});

test('uses whole rollups, none coarser than allowed', () => {
  fc.assert(
    fc.property(ranges, grains, (received, coarsest) => {
      const { buckets } = coverRange(received, coarsest);
      const allowed: Record<Grain, Grain[]> = {
        hour: ['hour'],
        day: ['hour', 'day'],
        month: ['hour', 'day', 'month'],
      };
      for (const { grain, startMs, endMs } of buckets) {
        expect(allowed[coarsest]).toContain(grain);
        expect([startMs, endMs].every((ms) => isAligned(grain, ms))).toBe(true);
        expect(endMs).toBeGreaterThan(startMs);
      }
    }),
  );
});

test('sums single sales of at most two parts of an hour', () => {
  fc.assert(
    fc.property(ranges, grains, (received, coarsest) => {
      const { edges } = coverRange(received, coarsest);
      expect(edges.length).toBeLessThanOrEqual(2);
      for (const { startMs, endMs } of edges) {
        expect(endMs - startMs).toBeLessThanOrEqual(hourMs);
      }
    }),
  );
});

test('any range needs at most 24 hours and 32 days in addition to its months', () => {
  fc.assert(
    fc.property(ranges, (received) => {
      const { buckets } = coverRange(received);
      const counted = (grain: Grain, sizeMs: number) =>
        buckets
          .filter((bucket) => bucket.grain === grain)
          .reduce((count, { startMs, endMs }) => count + (endMs - startMs) / sizeMs, 0);
      expect(counted('hour', hourMs)).toBeLessThanOrEqual(24);
      expect(counted('day', dayMs)).toBeLessThanOrEqual(32);
    }),
  );
});

test('a year in New York is twelve months without the first five hours, and five hours more', () => {
  const cover = coverRange(range('2024-01-01T05:00:00Z', '2025-01-01T05:00:00Z'));
  expect(cover).toEqual({
    buckets: [
      { grain: 'hour', sign: -1, ...range('2024-01-01T00:00:00Z', '2024-01-01T05:00:00Z') },
      { grain: 'month', sign: 1, ...range('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z') },
      { grain: 'hour', sign: 1, ...range('2025-01-01T00:00:00Z', '2025-01-01T05:00:00Z') },
    ],
    edges: [],
  });
});

test('a range just around one full hour is that hour with a short edge on both sides', () => {
  expect(coverRange(range('2024-03-01T09:59:00Z', '2024-03-01T11:00:00.001Z'))).toEqual({
    buckets: [{ grain: 'hour', sign: 1, ...range('2024-03-01T10:00:00Z', '2024-03-01T11:00:00Z') }],
    edges: [
      { sign: 1, ...range('2024-03-01T09:59:00Z', '2024-03-01T10:00:00Z') },
      { sign: 1, ...range('2024-03-01T11:00:00Z', '2024-03-01T11:00:00.001Z') },
    ],
  });
});

test('a range that lacks the last moment of a day is the day without that moment', () => {
  expect(coverRange(range('2024-03-01T00:00:00Z', '2024-03-01T23:59:59.999Z'))).toEqual({
    buckets: [{ grain: 'day', sign: 1, ...range('2024-03-01T00:00:00Z', '2024-03-02T00:00:00Z') }],
    edges: [{ sign: -1, ...range('2024-03-01T23:59:59.999Z', '2024-03-02T00:00:00Z') }],
  });
});

test('a range without a full hour is one edge, even across an hour boundary', () => {
  const received = range('2024-02-29T23:31:00Z', '2024-03-01T00:29:00Z');
  expect(coverRange(received)).toEqual({ buckets: [], edges: [{ sign: 1, ...received }] });
});

test('an empty or reversed range needs nothing', () => {
  const noon = at('2024-03-01T12:00:00Z');
  const nothing = { buckets: [], edges: [] };
  expect(coverRange({ startMs: noon, endMs: noon })).toEqual(nothing);
  expect(coverRange({ startMs: noon, endMs: noon - hourMs * 48 })).toEqual(nothing);
});
