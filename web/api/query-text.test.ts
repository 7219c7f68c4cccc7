import { expect, test } from 'vitest';
import { queryText } from './endpoint-input.ts';

test('writes nested names in brackets', () => {
  expect(queryText({ venueId: 'v 1', pagination: { current: 1, size: 10 } })).toBe(
    '?venueId=v+1&pagination[current]=1&pagination[size]=10',
  );
});

test('omits undefined values', () => {
  expect(queryText({ unitId: undefined })).toBe('');
  expect(queryText({ unitId: undefined, startDate: 0 })).toBe('?startDate=0');
});

test('repeats list parameters', () => {
  expect(queryText({ drinkIndexes: ['0', '2'] })).toBe('?drinkIndexes=0&drinkIndexes=2');
});
