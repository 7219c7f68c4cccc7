import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test.each([
  [[], 2, []],
  [[1], 2, [[1]]],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3, 4, 5], 2, [[1, 2], [3, 4], [5]]],
])('%j in batches of %i are %j', (items, most, batches) => {
  expect([...inBatches(items, most)]).toEqual(batches);
});
