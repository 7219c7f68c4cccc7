import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nightAt } from '../nights/nights.ts';
import { compareNights } from './compared-nights.ts';

const at = (text: string) => Date.parse(text);
const rules = {
  clocks: [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }],
  ends: new Map(),
};
function endAt(nowMs: number): number {
  const { day } = nightAt(rules, nowMs);
  const days = { from: day, to: day, against: 'weekday', soFar: true, nowMs } as const;
  return compareNights(rules, days).pairs[0]?.others[0]?.part.endMs ?? 0;
}
const cutAt = (now: string): string => new Date(endAt(at(now))).toISOString();

test('CMP-01 Saturday 22:14 is compared with the last until the same second', () => {
  expect(cutAt('2026-06-14T02:14:07Z')).toBe('2026-06-07T02:14:07.000Z');
});

test('CMP-02 the week before is cut at the reading, and not 168 hours before', () => {
  expect(cutAt('2026-11-01T05:30:00Z')).toBe('2026-10-25T05:30:00.000Z');
  expect(cutAt('2026-11-01T06:30:00Z')).toBe('2026-10-25T06:00:00.000Z');
  expect(cutAt('2026-11-01T07:30:00Z')).toBe('2026-10-25T06:30:00.000Z');
  expect(cutAt('2026-03-08T08:30:00Z')).toBe('2026-03-01T09:30:00.000Z');
});

test('CMP-03 what is compared with never shrinks during a night', () => {
  const starts = fc.constantFrom('2026-10-31T09:00:00Z', '2026-03-07T10:00:00Z');
  const minutes = fc.integer({ min: 0, max: 23 * 60 - 1 });
  fc.assert(
    fc.property(starts, minutes, minutes, (start, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((minute) =>
        endAt(at(start) + minute * 60_000),
      );
      expect(later).toBeGreaterThanOrEqual(earlier ?? 0);
    }),
  );
});
