import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveWithin } from './use-order.ts';

describe('moveWithin', () => {
  test.each([
    [['a', 'b', 'c', 'd'], 0, 2, 'b,c,a,d'],
    [['a', 'b', 'c', 'd'], 3, 0, 'd,a,b,c'],
    [['b', 'd'], 0, 1, 'a,d,c,b'],
    [['b', 'd'], 1, 1, 'a,b,c,d'],
    [['c'], 0, 0, 'a,b,c,d'],
  ])('moving %j from %d to %d gives %s', (part, from, to, expected) => {
    expect(moveWithin(['a', 'b', 'c', 'd'], part, from, to).join(',')).toBe(expected);
  });

  test('loses no item and preserves the order of all others', () => {
    const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), fc.nat(), (ids, step, one, other) => {
        const part = ids.filter((_, index) => index % ((step % 4) + 1) === 0);
        const [from, to] = [one % part.length, other % part.length];
        const moved = moveWithin(ids, part, from, to);
        expect([...moved].sort()).toEqual([...ids].sort());
        const others = (list: readonly string[]) => list.filter((id) => id !== part[from]);
        const outside = (list: readonly string[]) => list.filter((id) => !part.includes(id));
        expect(others(moved.filter((id) => part.includes(id)))).toEqual(others(part));
        expect(outside(moved)).toEqual(outside(ids));
        expect(moved.filter((id) => part.includes(id))[to]).toBe(part[from]);
      }),
      { seed: 20240301, numRuns: 300 },
    );
  });
});
