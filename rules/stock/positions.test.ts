import { expect, test } from 'vitest';
import { positionsFor, settlePositions } from './positions.ts';

test('the classic unit has a carousel of 16 positions and a soda gun of 4', () => {
  expect(positionsFor('ROTENDER_CLASSIC', 'carousel')).toEqual(
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'.split(' '),
  );
  expect(positionsFor('ROTENDER_CLASSIC', 'soda gun')).toEqual(['101', '102', '103', '104']);
});

test('any other unit has a carousel of 2 positions and no soda gun', () => {
  expect(positionsFor('BEERTENDER', 'carousel')).toEqual(['1', '2']);
  expect(positionsFor('BEERTENDER', 'soda gun')).toEqual([]);
});

test('stores chosen positions without duplicates, in numeric order', () => {
  expect(settlePositions(['10', '2', '02', '1'], 'ROTENDER_CLASSIC', 'carousel')).toEqual({
    positions: [1, 2, 10],
  });
  expect(settlePositions(['104', '101'], 'ROTENDER_CLASSIC', 'soda gun')).toEqual({
    positions: [101, 104],
  });
  expect(settlePositions([], 'BEERTENDER', 'soda gun')).toEqual({ positions: [] });
});

test.each([
  ['17', 'ROTENDER_CLASSIC', 'carousel'],
  ['101', 'ROTENDER_CLASSIC', 'carousel'],
  ['7', 'ROTENDER_CLASSIC', 'soda gun'],
  ['3', 'BEERTENDER', 'carousel'],
  ['101', 'BEERTENDER', 'soda gun'],
  ['0', 'ROTENDER_CLASSIC', 'carousel'],
] as const)('rejects the unavailable position %s (%s, %s)', (strange, category, source) => {
  const [own = ''] = positionsFor(category, source);
  const chosen = own === '' ? [strange] : [own, strange];
  expect(settlePositions(chosen, category, source)).toEqual({
    problem: expect.stringContaining(`Position ${strange} is not on the ${source}`),
  });
});
