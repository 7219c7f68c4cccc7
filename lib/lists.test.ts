import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMisnamed, groupBy, inBatches, isOrder, reordered } from './lists.ts';

test('groups keep the order of their items', () => {
  expect([...groupBy([3, 1, 4, 1, 5], (item) => item % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ]);
});

test.each([
  [[], 2, []],
  [[1], 2, [[1]]],
  [[1, 2], 2, [[1, 2]]],
  [[1, 2, 3, 4, 5], 2, [[1, 2], [3, 4], [5]]],
])('%j in batches of %i are %j', (items, most, batches) => {
  expect([...inBatches(items, most)]).toEqual(batches);
});

const list = ['a', 'b', 'c', 'd'];

test('puts named items first and keeps the order of the rest', () => {
  expect(reordered(list, ['d', 'b'])).toEqual(['d', 'b', 'a', 'c']);
  expect(reordered(list, [])).toEqual(list);
});

test('finds duplicate and unknown names', () => {
  expect(findMisnamed(list, ['b', 'a'])).toEqual({ twice: null, unknown: null });
  expect(findMisnamed(list, ['b', 'a', 'b', 'x'])).toEqual({ twice: 'b', unknown: 'x' });
  expect(findMisnamed([], ['__proto__']).unknown).toBe('__proto__');
});

test('recognizes an order with other items between', () => {
  expect(isOrder(list, ['a', 'c', 'd'])).toBe(true);
  expect(isOrder(list, [])).toBe(true);
  expect(isOrder(list, ['c', 'a'])).toBe(false);
  expect(isOrder(list, ['a', 'x'])).toBe(false);
});

test('the result is always a permutation with the named items first', () => {
  const ids = fc.uniqueArray(fc.string(), { maxLength: 30 });
  const cases = ids.chain((own) => fc.tuple(fc.constant(own), fc.shuffledSubarray(own)));
  fc.assert(
    fc.property(cases, ([own, named]) => {
      const result = reordered(own, named);
      expect([...result].sort()).toEqual([...own].sort());
      expect(result.slice(0, named.length)).toEqual(named);
      const rest = result.slice(named.length);
      expect(rest).toEqual(own.filter((id) => rest.includes(id)));
    }),
  );
});
