import { expect, test } from 'vitest';
import { formatDay, readDay } from './day-text.ts';

test.each([
  ['2024-03-01', '2024-03-01'],
  ['2024-3-1', '2024-03-01'],
  ['3/1/2024', '2024-03-01'],
  [' Mar 1, 2024 ', '2024-03-01'],
  ['march 1 2024', '2024-03-01'],
  ['Feb 29, 2024', '2024-02-29'],
])('parses %j as %s', (typed, day) => expect(readDay(typed)).toBe(day));

test.each([['2024-02-30'], ['2/29/2023'], ['2024-13-01'], ['Foo 1, 2024'], ['2'], ['20'], ['']])(
  'rejects %j as a day',
  (typed) => expect(readDay(typed)).toBeNull(),
);

test('formats a day so that the result can be parsed again', () => {
  expect(formatDay('2024-03-01')).toBe('Mar 1, 2024');
  expect(readDay(formatDay('2025-12-31'))).toBe('2025-12-31');
  expect(formatDay(null)).toBe('');
  expect(formatDay('soon')).toBe('');
});
