import { expect, test } from 'vitest';
import { filterOf, isNarrowed, readNarrowing, readPage, toSearch } from './audit-filter.ts';

test('the address is read, and what it gets wrong does not narrow', () => {
  const read = readNarrowing({ search: ' key ', from: '2026-11-01', to: '2026-02-30' });
  expect(read).toEqual({ search: 'key', from: '2026-11-01', to: null });
  expect(isNarrowed(read)).toBe(true);
  expect(isNarrowed(readNarrowing({}))).toBe(false);
  expect(['3', undefined, '0', 'x', '1.5'].map(readPage)).toEqual([3, 1, 1, 1, 1]);
});

test('the address says what narrows and leaves out the rest', () => {
  expect(toSearch({ search: '', from: null, to: null })).toEqual({});
  expect(toSearch({ search: 'key', from: '2026-11-01', to: null }, 2)).toEqual({
    search: 'key',
    from: '2026-11-01',
    page: 2,
  });
});

test('days are whole days in the zone, one end may be open', () => {
  const narrowing = { search: '', from: '2026-11-01', to: '2026-11-01' };
  // The day the clocks go back: 25 hours.
  expect(filterOf(narrowing, 'America/New_York', undefined)).toEqual({
    from: Date.parse('2026-11-01T04:00:00Z'),
    to: Date.parse('2026-11-02T05:00:00Z') - 1,
  });
  expect(filterOf({ ...narrowing, from: null }, 'UTC', 'owner-7')).toEqual({
    ownerId: 'owner-7',
    to: Date.parse('2026-11-02T00:00:00Z') - 1,
  });
});
