import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillPositions,
  isRefill,
  type Place,
  positionsFor,
  settlePositions,
  takenByOthers,
  unexpectedError,
} from './positions.ts';

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

const place = (position: number, ingredientId: string, remainingMl = 500): Place => ({
  position,
  ingredientId,
  sizeMl: 1000,
  remainingMl,
});
const unit = [place(1, 'rum'), place(2, 'gin'), place(3, 'gin')];

describe('occupied positions', () => {
  test('finds chosen positions of other ingredients', () => {
    expect(takenByOthers(unit, [1, 2, 9], 'rum')).toEqual([place(2, 'gin')]);
  });

  test('a position is unforeseen when overrides name another ingredient for it, or none', () => {
    const taken = takenByOthers(unit, [1, 2, 3], 'vodka');
    expect(unexpectedError(taken, { 1: 'rum', 2: 'vodka' })).toEqual([
      place(2, 'gin'),
      place(3, 'gin'),
    ]);
    expect(unexpectedError(taken, {})).toEqual(taken);
  });

  test('nothing is unforeseen when overrides name all ingredients or are absent', () => {
    const taken = takenByOthers(unit, [1, 2], 'vodka');
    expect(unexpectedError(taken, { 1: 'rum', 2: 'gin', 9: 'gone meanwhile' })).toEqual([]);
    expect(unexpectedError(taken, undefined)).toEqual([]);
  });
});

describe('fillPlaces', () => {
  const fill = (chosen: number[], own: Place[], refillsOnChange = false, sizeMl = 1000) =>
    fillPositions(chosen, own, { sizeMl, refillsOnChange }).map((filled) => filled.remainingMl);

  test('a new position is full and a retained one keeps its level', () => {
    expect(fill([1, 2], [place(1, 'rum', 400)])).toEqual([400, 1000]);
  });

  test('all positions are full when the set has changed and everything was refilled', () => {
    expect(fill([1, 2], [place(1, 'rum', 400)], true)).toEqual([1000, 1000]);
    expect(fill([1], [place(1, 'rum', 400), place(2, 'rum', 0)], true)).toEqual([1000]);
    expect(fill([1, 2], [place(1, 'rum', 400), place(2, 'rum', 0)], true)).toEqual([400, 0]);
  });

  test('a retained position keeps its relative level at another size', () => {
    expect(fill([1], [place(1, 'rum', 333)], false, 750)).toEqual([249.75]);
  });

  test('a refill leaves no position at its former level', () => {
    const before = [place(1, 'rum', 400), place(2, 'rum', 0)];
    expect(isRefill([3], before, false)).toBe(true);
    expect(isRefill([1, 3], before, false)).toBe(false);
    expect(isRefill([1, 3], before, true)).toBe(true);
    expect(isRefill([2, 1], before, true)).toBe(false);
  });

  const level = fc.integer({ min: 0, max: 100_000 });
  const size = fc.integer({ min: 1, max: 20_000_000 }).map((hundredths) => hundredths / 100);
  const own = fc.uniqueArray(
    fc
      .record({ position: fc.integer({ min: 1, max: 16 }), sizeMl: size, level })
      .map(({ position, sizeMl, level: share }): Place => ({
        position,
        ingredientId: 'rum',
        sizeMl,
        remainingMl: Math.floor(sizeMl * share) / 100_000,
      })),
    { selector: ({ position }) => position },
  );
  const chosen = fc.uniqueArray(fc.integer({ min: 1, max: 16 }));

  test('levels stay between zero and the size, at exactly the chosen positions', () => {
    fc.assert(
      fc.property(chosen, own, size, fc.boolean(), (positions, before, sizeMl, refillsOnChange) => {
        const after = fillPositions(positions, before, { sizeMl, refillsOnChange });
        expect(after.map(({ position }) => position)).toEqual(positions);
        for (const filled of after) {
          expect(filled.sizeMl).toBe(sizeMl);
          expect(filled.remainingMl).toBeGreaterThanOrEqual(0);
          expect(filled.remainingMl).toBeLessThanOrEqual(sizeMl);
        }
      }),
    );
  });
});
