import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('groups keep the order of their items', () => {
  expect([...groupBy([3, 1, 4, 1, 5], (item) => item % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ]);
});
