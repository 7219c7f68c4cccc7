import { expect, test } from 'vitest';
import { positionsFor } from './positions.ts';

test('the classic unit has a carousel of 16 and a soda gun of 4', () => {
  expect(positionsFor('ROTENDER_CLASSIC', 'carousel')).toEqual(
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'.split(' '),
  );
  expect(positionsFor('ROTENDER_CLASSIC', 'soda gun')).toEqual(['101', '102', '103', '104']);
});

test('any other unit has a carousel of 2 and no soda gun', () => {
  expect(positionsFor('BEERTENDER', 'carousel')).toEqual(['1', '2']);
  expect(positionsFor('BEERTENDER', 'soda gun')).toEqual([]);
});
