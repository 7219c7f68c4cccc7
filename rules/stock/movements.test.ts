import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LevelChange, movementsBetween } from './movements.ts';
import type { Place } from './positions.ts';

const place = (
  position: number,
  ingredientId: string,
  remainingMl: number,
  sizeMl = 1000,
): Place => ({
  position,
  ingredientId,
  sizeMl,
  remainingMl,
});

const summarize = (before: Place[], after: Place[], kind?: LevelChange) =>
  movementsBetween(before, after, kind).map(
    ({ kind, position, ingredientId, levelBeforeMl, levelAfterMl }) =>
      `${kind} ${ingredientId} ${position} ${levelBeforeMl} > ${levelAfterMl}`,
  );

test('nothing moves when no level changes', () => {
  const places = [place(1, 'rum', 400), place(2, 'gin', 0)];
  expect(summarize(places, places)).toEqual([]);
  expect(summarize(places, places, 'refilled')).toEqual([]);
});

test('an ingredient that replaces another is loaded after that is removed', () => {
  expect(summarize([place(1, 'rum', 400)], [place(1, 'gin', 1000)])).toEqual([
    'removed rum 1 400 > 0',
    'loaded gin 1 0 > 1000',
  ]);
});

test('an ingredient that leaves one position and takes another is moved', () => {
  const before = [place(1, 'rum', 400), place(2, 'rum', 300)];
  expect(summarize(before, [place(5, 'rum', 1000)])).toEqual([
    'moved rum 1 400 > 0',
    'removed rum 2 300 > 0',
    'moved rum 5 0 > 1000',
  ]);
});

test('two ingredients that change places are moved', () => {
  const before = [place(1, 'rum', 400), place(2, 'gin', 300)];
  const after = [place(1, 'gin', 1000), place(2, 'rum', 1000)];
  expect(summarize(before, after).map((text) => text.split(' ')[0])).toEqual(
    Array(4).fill('moved'),
  );
});

test('a level that rises to full is refilled; another size or any other level is adjusted', () => {
  expect(summarize([place(1, 'rum', 400)], [place(1, 'rum', 1000)])).toEqual([
    'refilled rum 1 400 > 1000',
  ]);
  expect(summarize([place(1, 'rum', 400)], [place(1, 'rum', 300, 750)])).toEqual([
    'adjusted rum 1 400 > 300',
  ]);
  expect(summarize([place(1, 'rum', 750, 750)], [place(1, 'rum', 1000)])).toEqual([
    'adjusted rum 1 750 > 1000',
  ]);
  expect(summarize([place(1, 'rum', 750, 750)], [place(1, 'rum', 1000)], 'refilled')).toEqual([
    'refilled rum 1 750 > 1000',
  ]);
});

test('the movements of every position lead from its level before to that after', () => {
  const places = fc.uniqueArray(
    fc.record({
      position: fc.integer({ min: 1, max: 5 }),
      ingredientId: fc.constantFrom('rum', 'gin'),
      sizeMl: fc.constantFrom(750, 1000),
      remainingMl: fc.integer({ min: 0, max: 750 }),
    }),
    { selector: ({ position }) => position },
  );
  fc.assert(
    fc.property(places, places, (before, after) => {
      const levels = new Map(before.map((each) => [each.position, each.remainingMl]));
      for (const { position, levelBeforeMl, levelAfterMl } of movementsBetween(before, after)) {
        expect(levels.get(position) ?? 0).toBe(levelBeforeMl);
        levels.set(position, levelAfterMl);
      }
      for (const [position, level] of levels)
        expect(level).toBe(after.find((each) => each.position === position)?.remainingMl ?? 0);
    }),
  );
});
