import { expect, test } from 'vitest';
import { filterOf, isNarrowed, readNarrowing, toSearch } from './audit-screen.tsx';

test('parses the URL and ignores invalid filters', () => {
  const read = readNarrowing({ search: ' key ', from: '2026-11-01', to: '2026-02-30' });
  expect(read).toEqual({ search: 'key', from: '2026-11-01', to: null });
  expect(isNarrowed(read)).toBe(true);
  expect(isNarrowed(readNarrowing({}))).toBe(false);
});

test('writes only the active filters to the URL', () => {
  expect(toSearch({ search: '', from: null, to: null })).toEqual({});
  expect(toSearch({ search: 'key', from: '2026-11-01', to: null }, 'e7')).toEqual({
    search: 'key',
    from: '2026-11-01',
    before: 'e7',
  });
});

test('filters by whole days in the zone, optionally open-ended', () => {
  const narrowing = { search: '', from: '2026-11-01', to: '2026-11-01' };
  // Clocks go back on this day: 25 hours.
  expect(filterOf(narrowing, 'America/New_York', undefined)).toEqual({
    from: Date.parse('2026-11-01T04:00:00Z'),
    to: Date.parse('2026-11-02T05:00:00Z') - 1,
  });
  expect(filterOf({ ...narrowing, from: null }, 'UTC', 'owner-7')).toEqual({
    ownerId: 'owner-7',
    to: Date.parse('2026-11-02T00:00:00Z') - 1,
  });
});
