import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstInstantFrom, instantOf, offsetMsAt } from './wall-clock.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instants = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) });
const hour = 3_600_000;

/** Independent computation of the offset, from the platform's formatted fields. */
function shownOffsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const field = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return wall - Math.floor(ms / 1000) * 1000;
}

describe('offset', () => {
  test('follows daylight saving time to the second', () => {
    const change = Date.UTC(2024, 2, 10, 7);
    expect(offsetMsAt(change - 1, 'America/New_York')).toBe(-5 * hour);
    expect(offsetMsAt(change, 'America/New_York')).toBe(-4 * hour);
  });

  test("matches the platform's offset in any zone at any time", () => {
    fc.assert(
      fc.property(zones, instants, (zone, ms) => {
        expect(offsetMsAt(ms, zone)).toBe(shownOffsetMs(ms, zone));
      }),
      { numRuns: 1000 },
    );
  });

  test('is exact around a clock change at an odd minute', () => {
    // Newfoundland turned its clocks at 00:01.
    const change = Date.UTC(2010, 2, 14, 3, 31);
    expect(offsetMsAt(change - 1, 'America/St_Johns')).toBe(-3.5 * hour);
    expect(offsetMsAt(change, 'America/St_Johns')).toBe(-2.5 * hour);
  });

  test('rejects an unknown zone with a message', () => {
    expect(() => offsetMsAt(0, 'Mars/Olympus')).toThrow(new RangeError('Unknown timezone'));
    expect(() => offsetMsAt(0, '+05:30')).toThrow(RangeError);
  });
});

describe('instantOf', () => {
  test('an ambiguous local time resolves to the first instant', () => {
    const wall = Date.UTC(2024, 10, 3, 1, 30);
    expect(instantOf(wall, 'America/New_York')).toBe(Date.UTC(2024, 10, 3, 5, 30));
  });

  test('a skipped local time is read with the offset before the change', () => {
    const wall = Date.UTC(2024, 2, 10, 2, 30);
    expect(instantOf(wall, 'America/New_York')).toBe(Date.UTC(2024, 2, 10, 7, 30));
    // The day itself starts at the jump.
    expect(firstInstantFrom(wall, 'America/New_York')).toBe(Date.UTC(2024, 2, 10, 7));
  });

  test('the local time of an instant maps back to it, or to an earlier instant with the same local time', () => {
    fc.assert(
      fc.property(zones, instants, (zone, ms) => {
        const wall = ms + offsetMsAt(ms, zone);
        const back = instantOf(wall, zone);
        expect(back).toBeLessThanOrEqual(ms);
        expect(back + offsetMsAt(back, zone)).toBe(wall);
        expect(firstInstantFrom(wall, zone)).toBe(back);
      }),
      { numRuns: 1000 },
    );
  });
});
