import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateAndTimeIn, formatInZone } from './time-in-zone.ts';

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
