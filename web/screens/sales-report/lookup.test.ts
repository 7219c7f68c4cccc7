import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { parseSearch } from '../../router/flat-search.ts';
import { rangeOf, readLookup, toSearch, zoneOf } from './lookup.ts';

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
