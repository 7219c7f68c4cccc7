import { describe, expect, test } from 'vitest';
import { rangePresets } from '../../../../lib/day-range.ts';
import { paths } from '../../../paths.ts';
import { parseSearch } from '../../../router/make-router.tsx';
import {
  presetOf,
  rangeOf,
  readLookup,
  todayOf,
  toSearch,
  withDays,
  withMode,
  zoneOf,
} from './lookup.ts';

const address = {
  from: '2024-07-01',
  to: '2024-07-01',
  unit: '1042',
  timezone: 'PST',
};

test('round-trips a lookup through the URL', () => {
  const lookup = readLookup(address);
  const href = paths.salesReport({ ...toSearch(lookup), page: 2 });
  expect(href).toBe('/salesreports?from=2024-07-01&to=2024-07-01&unit=1042&timezone=PST&page=2');
  expect(readLookup(parseSearch(href.split('?')[1] ?? ''))).toEqual(lookup);
});

test('days are named by the preset that they were chosen by, while it has them', () => {
  const onThe30th = rangePresets('2026-06-30');
  const days = { ...address, from: '2026-06-01', to: '2026-06-30' };
  const presetAt = (search: object) => presetOf(readLookup({ ...days, ...search }), onThe30th);
  expect(presetAt({})).toBe('Last 30 days');
  expect(presetAt({ period: 'This month' })).toBe('This month');
  expect(presetAt({ period: 'Last 7 days' })).toBe('Last 30 days');
  expect(presetAt({ period: 'This month', from: '2026-06-02' })).toBeUndefined();
});

test('all units is the same as no unit', () => {
  expect(readLookup({ ...address, unit: 'all' }).unitNumber).toBeNull();
  expect(readLookup({}).unitNumber).toBeNull();
});

test("accepts a zone by label or name, and defaults to the browser's zone", () => {
  expect(zoneOf(readLookup({ timezone: 'CST' }))).toBe('America/Chicago');
  expect(readLookup({ timezone: 'America/Denver' }).timezone).toBe('MST');
  expect(readLookup({ timezone: 'Mars' })).toEqual(readLookup({}));
});

test('widens days in the chosen zone, including a day of 23 hours', () => {
  const lookup = { ...readLookup(address), from: '2024-07-01', to: '2024-07-01' };
  expect(rangeOf(lookup, 'v-1', 'u-1')).toEqual({
    venueId: 'v-1',
    unitId: 'u-1',
    startDate: 1_719_817_200_000,
    endDate: 1_719_903_599_999,
  });
  const spring = { ...lookup, from: '2024-03-10', to: '2024-03-10', timezone: 'EST' };
  const { startDate, endDate } = rangeOf(spring, 'v-1', undefined);
  expect(endDate + 1 - startDate).toBe(23 * 3_600_000);
});

test('reports a nonexistent day with a message', () => {
  const lookup = { ...readLookup(address), from: '2024-02-30', to: '2024-03-01' };
  expect(() => rangeOf(lookup, 'v-1', undefined)).toThrow('Use a date such as 11/1/2026');
});

describe('a venue with a clock', () => {
  const rules = {
    clocks: [{ fromDay: '2020-01-01', timezone: 'Europe/Berlin', startsMinutes: 300 }],
    ends: new Map<string, number>(),
  };
  const byNight = withMode(readLookup(address), rules, 'Europe/Berlin');

  test('is looked up by business days in its own zone, and the address says so', () => {
    expect(byNight).toMatchObject({ days: 'business', timezone: 'Europe/Berlin' });
    expect(zoneOf(byNight)).toBe('Europe/Berlin');
    const href = paths.salesReport(toSearch(byNight));
    expect(href).toContain('timezone=Europe%2FBerlin&days=business');
    expect(readLookup(parseSearch(href.split('?')[1] ?? ''))).toEqual(byNight);
    expect(
      rangeOf({ ...byNight, from: '2026-06-12', to: '2026-06-12' }, 'v-1', undefined, rules),
    ).toEqual({
      venueId: 'v-1',
      unitId: undefined,
      startDate: Date.parse('2026-06-12T03:00:00Z'),
      endDate: Date.parse('2026-06-13T02:59:59.999Z'),
    });
  });

  test('its first days end with the business day that runs', () => {
    const earlyOnSaturday = Date.parse('2026-06-13T02:59:00Z');
    const open = { ...byNight, from: null, to: null };
    expect(withDays(open, rules, earlyOnSaturday)).toMatchObject({
      from: '2026-06-06',
      to: '2026-06-12',
    });
    const byCalendar = withMode(
      { ...readLookup(address), days: 'calendar' },
      rules,
      'Europe/Berlin',
    );
    expect(todayOf(byNight, rules, earlyOnSaturday)).toBe('2026-06-12');
    expect(todayOf(byCalendar, rules, Date.parse('2026-06-13T08:00:00Z'))).toBe('2026-06-13');
  });

  test('can be looked up by calendar days in any zone', () => {
    const byCalendar = withMode(
      { ...readLookup(address), days: 'calendar' },
      rules,
      'Europe/Berlin',
    );
    expect(byCalendar).toEqual({ ...readLookup(address), days: 'calendar' });
    expect(
      rangeOf({ ...byCalendar, from: '2024-07-01', to: '2024-07-01' }, 'v-1', 'u-1', rules),
    ).toEqual(
      rangeOf({ ...readLookup(address), from: '2024-07-01', to: '2024-07-01' }, 'v-1', 'u-1'),
    );
  });

  test('says so where the days are reversed or have no time', () => {
    const reversed = { ...byNight, from: '2026-06-13', to: '2026-06-12' };
    expect(() => rangeOf(reversed, 'v-1', undefined, rules)).toThrow('must not be after');
    const apia = {
      ...rules,
      clocks: [{ fromDay: '2011-01-01', timezone: 'Pacific/Apia', startsMinutes: 0 }],
    };
    const skipped = { ...byNight, from: '2011-12-30', to: '2011-12-30' };
    expect(() => rangeOf(skipped, 'v-1', undefined, apia)).toThrow('no time');
  });
});

test('DAY-06 a venue without a clock has an address as before, whatever it says of days', () => {
  const lookup = withMode(readLookup({ ...address, days: 'business' }), null, null);
  expect(toSearch(lookup)).toEqual(toSearch(readLookup(address)));
});
