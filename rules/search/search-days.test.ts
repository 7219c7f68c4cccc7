import { expect, test } from 'vitest';
import { searchedDay } from './search-days.ts';

/** A Saturday. */
const today = '2026-11-28';

test.each([
  ['today', '2026-11-28'],
  ['Yesterday', '2026-11-27'],
  ['last night', '2026-11-27'],
  ['last sat', '2026-11-21'],
  ['Saturday', '2026-11-21'],
  ['fri', '2026-11-27'],
  ['last sunday', '2026-11-22'],
  ['Nov 14', '2026-11-14'],
  ['14 november', '2026-11-14'],
  ['nov 14th, 2024', '2024-11-14'],
  ['Dec 24', '2025-12-24'],
  ['2026-2-3', '2026-02-03'],
])('CMD-01 %s is %s', (query, day) => {
  expect(searchedDay(query, today)).toBe(day);
});

test.each([
  '',
  'sa',
  'last',
  'Feb 30',
  '2026-11-29',
  '2026-13-01',
  'saturdays',
  'gin',
  '14',
  'nov',
])('%s is no day', (query) => {
  expect(searchedDay(query, today)).toBeNull();
});
