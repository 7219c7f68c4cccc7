import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drinkRanks } from './drink-ranks.ts';

const abcd = ['a', 'b', 'c', 'd'].map((id, rank) => ({ id, rank }));

describe('drinkRanks', () => {
  test('a moved drink gets its rank and the others close the gap', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 2 }])).toEqual(['b', 'c', 'a', 'd']);
    expect(drinkRanks(abcd, [{ id: 'd', rank: 0 }])).toEqual(['d', 'a', 'b', 'c']);
  });

  test('a drink comes last when its rank exceeds the last one', () => {
    expect(drinkRanks(abcd, [{ id: 'a', rank: 99 }])).toEqual(['b', 'c', 'd', 'a']);
  });
});

test('applies a complete list of ranks unchanged', () => {
  const params = ['d', 'b', 'a', 'c'].map((id, rank) => ({ id, rank }));
  expect(drinkRanks(abcd, params)).toEqual(['d', 'b', 'a', 'c']);
});

test('the second of two requests for one rank gets the next rank', () => {
  const params = [
    { id: 'c', rank: 1 },
    { id: 'd', rank: 1 },
  ];
  expect(drinkRanks(abcd, params)).toEqual(['a', 'c', 'd', 'b']);
});

test('ignores ranks of unknown drinks', () => {
  expect(drinkRanks(abcd, [{ id: 'z', rank: 0 }])).toEqual(['a', 'b', 'c', 'd']);
  expect(drinkRanks([], [{ id: 'z', rank: 0 }])).toEqual([]);
});

test('every drink occurs exactly once, whatever ranks are requested', () => {
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
