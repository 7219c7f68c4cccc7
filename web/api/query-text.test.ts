import { expect, test } from 'vitest';
import { queryText } from './query-text.ts';

test('nested names stand in brackets', () => {
  expect(queryText({ venueId: 'v 1', pagination: { current: 1, size: 10 } })).toBe(
    '?venueId=v+1&pagination[current]=1&pagination[size]=10',
  );
});

test('what is undefined is not asked for', () => {
  expect(queryText({ unitId: undefined })).toBe('');
  expect(queryText({ unitId: undefined, startDate: 0 })).toBe('?startDate=0');
});

test('lists are repeated', () => {
  expect(queryText({ drinkIndexes: ['0', '2'] })).toBe('?drinkIndexes=0&drinkIndexes=2');
});
