import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateAndTimeIn,
  firstInstantFrom,
  formatInZone,
  instantOf,
  offsetMsAt,
} from './time-in-zone.ts';
import { defaultTimezone, isTimezone, timezoneChoices } from './timezones.ts';

const winter = Date.parse('2024-03-01T15:15:09.999Z');
const summer = Date.parse('2024-07-01T14:15:00Z');

describe('formatInZone', () => {
  test('shows the time zone abbreviation valid at that time', () => {
    expect(formatInZone(winter, 'America/New_York')).toBe('Mar 1, 2024, 10:15 AM EST');
    expect(formatInZone(summer, 'America/New_York')).toBe('Jul 1, 2024, 10:15 AM EDT');
    expect(formatInZone(summer, 'America/Los_Angeles')).toBe('Jul 1, 2024, 7:15 AM PDT');
    expect(formatInZone(summer, 'America/Phoenix')).toBe('Jul 1, 2024, 7:15 AM MST');
  });

  test('rejects an unknown zone', () => {
    expect(() => formatInZone(winter, 'Mars/Olympus')).toThrow(new RangeError('Unknown timezone'));
  });
});

describe('dateAndTimeIn', () => {
  test('returns the date and the 24-hour time in the zone', () => {
    expect(dateAndTimeIn(winter, 'America/New_York')).toEqual({
      date: '2024-03-01',
      time: '10:15:09',
    });
    expect(dateAndTimeIn(winter, 'Asia/Tokyo')).toEqual({ date: '2024-03-02', time: '00:15:09' });
  });

  test("matches the platform's formatting in any zone and any order of rows", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(zones, fc.array(instants, { minLength: 1 }), (timeZone, rows) => {
        // The Swedish form is the ISO one: 2024-03-01 10:15:09.
        const platform = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        for (const ms of rows) {
          const { date, time } = dateAndTimeIn(ms, timeZone);
          expect(`${date} ${time}`).toBe(platform.format(ms));
        }
      }),
    );
  });
});

const four = [
  { label: 'EST', timezone: 'America/New_York' },
  { label: 'CST', timezone: 'America/Chicago' },
  { label: 'MST', timezone: 'America/Denver' },
  { label: 'PST', timezone: 'America/Los_Angeles' },
];

test('lists the four US zones by their abbreviation', () => {
  expect(timezoneChoices()).toEqual(four);
  expect(timezoneChoices('America/Chicago')).toEqual(four);
});

test('a browser zone other than the four is an additional choice and the default', () => {
  expect(timezoneChoices('America/Phoenix')).toEqual([
    ...four,
    { label: 'America/Phoenix', timezone: 'America/Phoenix' },
  ]);
  expect(defaultTimezone('America/Phoenix')).toBe('America/Phoenix');
});

test('a legacy name of one of the four zones selects its label', () => {
  expect(timezoneChoices('US/Pacific')).toEqual(four);
  expect(defaultTimezone('US/Eastern')).toBe('America/New_York');
});

test("defaults to Pacific time when the browser's zone is not usable", () => {
  for (const guess of [undefined, '', 'Etc/Unknown', 'Mars/Olympus']) {
    expect(defaultTimezone(guess)).toBe('America/Los_Angeles');
    expect(timezoneChoices(guess)).toEqual(four);
  }
});

test('accepts zone names and rejects offsets and invalid names', () => {
  for (const name of ['America/New_York', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'Asia/Calcutta']) {
    expect(isTimezone(name), name).toBe(true);
  }
  for (const name of ['', '+05:30', '-08:00', 'PDT8', 'America/Nowhere', 'x+05:30', ' UTC']) {
    expect(isTimezone(name), name).toBe(false);
  }
});

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
