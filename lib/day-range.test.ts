import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayRange, rangePresets, todayIn, widenDays } from './day-range.ts';

const hour = 3_600_000;
const newYork = 'America/New_York';
const hoursOf = (day: string, timezone: string) => {
  const { startMs, endMs } = dayRange({ from: day, to: day, timezone });
  return (endMs - startMs) / hour;
};

const range = (from: string, to: string, timezone = newYork) => dayRange({ from, to, timezone });

describe('widenDays', () => {
  test('covers the first to the last millisecond of the days in the zone', () => {
    expect(
      widenDays({ from: '2024-07-01', to: '2024-07-01', timezone: 'America/Los_Angeles' }),
    ).toEqual({ startDate: 1_719_817_200_000, endDate: 1_719_903_599_999 });
    expect(widenDays({ from: '2024-03-01', to: '2025-03-23', timezone: newYork })).toEqual({
      startDate: Date.parse('2024-03-01T00:00:00-05:00'),
      endDate: Date.parse('2025-03-23T23:59:59.999-04:00'),
    });
  });

  test('days with a clock change have 23 and 25 hours', () => {
    expect(hoursOf('2024-03-10', newYork)).toBe(23);
    expect(hoursOf('2024-11-03', newYork)).toBe(25);
    expect(hoursOf('2024-03-11', newYork)).toBe(24);
    expect(hoursOf('2024-10-06', 'Australia/Lord_Howe')).toBe(23.5);
  });

  test('a day whose midnight is skipped begins at the jump', () => {
    expect(
      dayRange({ from: '2018-11-04', to: '2018-11-04', timezone: 'America/Sao_Paulo' }).startMs,
    ).toBe(Date.parse('2018-11-04T01:00:00-02:00'));
    expect(hoursOf('2018-11-04', 'America/Sao_Paulo')).toBe(23);
  });

  test('a day whose midnight occurs twice begins at the first', () => {
    expect(
      dayRange({ from: '2024-11-03', to: '2024-11-03', timezone: 'America/Havana' }).startMs,
    ).toBe(Date.parse('2024-11-03T00:00:00-04:00'));
    expect(hoursOf('2024-11-03', 'America/Havana')).toBe(25);
  });

  test('a date that the zone skipped has zero length', () => {
    expect(hoursOf('2011-12-29', 'Pacific/Apia')).toBe(24);
    expect(hoursOf('2011-12-30', 'Pacific/Apia')).toBe(0);
    expect(hoursOf('2011-12-31', 'Pacific/Apia')).toBe(24);
  });
});

describe('invalid days', () => {
  test('rejects days that do not exist', () => {
    for (const bad of ['2024-02-30', '2023-02-29', '2024-13-01', '2024-3-1', '', 'today']) {
      expect(() => range(bad, '2024-12-31'), bad).toThrow(
        new RangeError('Use a date such as 11/1/2026'),
      );
      expect(() => range('2000-01-01', bad), bad).toThrow(RangeError);
    }
  });

  test('rejects days in the wrong order and unknown zones', () => {
    expect(() => range('2024-03-02', '2024-03-01')).toThrow(
      new RangeError('The first day must not be after the last day'),
    );
    expect(() => range('2024-03-01', '2024-03-01', 'EST?')).toThrow(
      new RangeError('Unknown timezone'),
    );
  });
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const dayNumbers = fc.integer({ min: 1_830, max: 32_870 }); // 1975 to 2059
const dayOf = (number: number) => new Date(number * 24 * hour).toISOString().slice(0, 10);

test('days tile time: each day ends one millisecond before the next begins, in every zone', () => {
  fc.assert(
    fc.property(zones, dayNumbers, fc.nat(40), (timezone, number, length) => {
      const from = dayOf(number);
      const to = dayOf(number + length);
      const next = dayOf(number + length + 1);
      const whole = widenDays({ from, to, timezone });
      expect(widenDays({ from: next, to: next, timezone }).startDate).toBe(whole.endDate + 1);

      let at = whole.startDate;
      for (let day = number; day <= number + length; day++) {
        const one = widenDays({ from: dayOf(day), to: dayOf(day), timezone });
        expect(one.startDate).toBe(at);
        at = one.endDate + 1;
      }
      expect(at).toBe(whole.endDate + 1);
    }),
    { numRuns: 500 },
  );
});

test('days with a clock change in 2024 begin with their own date in every zone', () => {
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    for (let number = 19_723; number < 20_089; number++) {
      const day = dayOf(number);
      const { startMs, endMs } = dayRange({ from: day, to: day, timezone });
      if (endMs - startMs === 24 * hour) continue;
      expect([day, todayIn(timezone, startMs)]).toEqual([day, day]);
      expect(todayIn(timezone, endMs - 1)).toBe(day);
      expect(todayIn(timezone, startMs - 1) < day, `${timezone} ${day}`).toBe(true);
    }
  }
});

test('an instant lies in the range of its calendar day', () => {
  const instants = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2060, 0, 1) });
  fc.assert(
    fc.property(zones, instants, (timezone, ms) => {
      const day = todayIn(timezone, ms);
      const { startMs, endMs } = dayRange({ from: day, to: day, timezone });
      expect(startMs <= ms && ms < endMs, `${timezone} ${ms}`).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

describe('today and presets', () => {
  test('today differs between time zones', () => {
    const ms = Date.parse('2024-03-01T03:00:00Z');
    expect(todayIn('America/Los_Angeles', ms)).toBe('2024-02-29');
    expect(todayIn('Asia/Tokyo', ms)).toBe('2024-03-01');
  });

  test('presets count back from today', () => {
    expect(rangePresets('2024-03-01')).toEqual([
      { label: 'Today', from: '2024-03-01', to: '2024-03-01' },
      { label: 'Yesterday', from: '2024-02-29', to: '2024-02-29' },
      { label: 'Last 7 days', from: '2024-02-24', to: '2024-03-01' },
      { label: 'Last 30 days', from: '2024-02-01', to: '2024-03-01' },
      { label: 'This month', from: '2024-03-01', to: '2024-03-01' },
      { label: 'Last month', from: '2024-02-01', to: '2024-02-29' },
      { label: 'This year', from: '2024-01-01', to: '2024-03-01' },
    ]);
    expect(rangePresets('2025-01-15')[5]).toEqual({
      label: 'Last month',
      from: '2024-12-01',
      to: '2024-12-31',
    });
  });
});
