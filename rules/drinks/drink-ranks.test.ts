import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drinkRanks } from './drink-ranks.ts';

const abcd = ['a', 'b', 'c', 'd'].map((id, rank) => ({ id, rank }));

describe('a drink that is moved', () => {
  test('gets its rank, and the others close up', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 2 }])).toEqual(['b', 'c', 'a', 'd']);
    expect(drinkRanks(abcd, [{ id: 'd', rank: 0 }])).toEqual(['d', 'a', 'b', 'c']);
  });

  test('comes last when its rank is beyond the last', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 99 }])).toEqual(['b', 'c', 'd', 'a']);
  });
});

test('a whole list is taken as it is', () => {
  const params = ['d', 'b', 'a', 'c'].map((id, rank) => ({ id, rank }));
  expect(drinkRanks(abcd, params)).toEqual(['d', 'b', 'a', 'c']);
});

test('of two wishes for one rank the second gets the next', () => {
  const params = [
    { id: 'c', rank: 1 },
    { id: 'd', rank: 1 },
  ];
  expect(drinkRanks(abcd, params)).toEqual(['a', 'c', 'd', 'b']);
});

test('what is not there counts for nothing', () => {
  expect(drinkRanks(abcd, [{ id: 'z', rank: 0 }])).toEqual(['a', 'b', 'c', 'd']);
  expect(drinkRanks([], [{ id: 'z', rank: 0 }])).toEqual([]);
});

test('every drink is there once, whatever is wished', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(ids, fc.array(fc.nat(20), { maxLength: 12 }), fc.nat(), (names, ranks, seed) => {
      const drinks = names.map((id, rank) => ({ id, rank }));
      const params = ranks.flatMap((rank, index) => {
        const id = names[(seed + index) % Math.max(1, names.length)];
        return id === undefined || index >= names.length ? [] : [{ id, rank }];
      });
      expect(drinkRanks(drinks, params).toSorted()).toEqual(names.toSorted());
    }),
  );
});
