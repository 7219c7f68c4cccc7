import { describe, expect, test } from 'vitest';
import { countPlaceKey, daysLeft, storeHoldsText, takenLines } from './stock-count.ts';

const rum = { unitId: 'u', position: 1, storeId: null, ingredientId: 'rum' };
const line = (key: string, minute: number) => ({ ...rum, key, at: new Date(minute * 60_000) });

describe('the line that is taken of a place', () => {
  test('is the latest, whatever the order of the lines', () => {
    const [early, late] = [line('a', 1), line('b', 2)];
    for (const lines of [
      [early, late],
      [late, early],
    ])
      expect([...takenLines(lines).values()]).toEqual([late]);
  });

  test('is the chosen one, and the last by key of the same time', () => {
    const lines = [line('a', 1), line('b', 2), line('c', 2)];
    expect(takenLines(lines).get(countPlaceKey(rum))?.key).toBe('c');
    expect(takenLines(lines, new Set(['a'])).get(countPlaceKey(rum))?.key).toBe('a');
  });

  test('a position is one place, a storeroom one for each ingredient', () => {
    const stored = { unitId: null, position: null, storeId: 's' };
    expect(countPlaceKey({ ...rum, ingredientId: 'gin' })).toBe(countPlaceKey(rum));
    expect(countPlaceKey({ ...stored, ingredientId: 'gin' })).not.toBe(
      countPlaceKey({ ...stored, ingredientId: 'rum' }),
    );
  });
});

describe('days left', () => {
  const used = [4, 14, 24, 34];
  test.each([
    ['not even tonight', 3, 0],
    ['tonight', 4, 1],
    ['two nights', 15, 2],
    ['as many as are given', 34, 4],
    ['beyond them by the mean of the later ones', 60, 6],
    ['at most 99', 1_000_000, 99],
  ])('%s', (_, servings, nights) => {
    expect(daysLeft(servings, used)).toBe(nights);
  });

  test('are unknown without use', () => {
    expect(daysLeft(10, [0, 0])).toBeNull();
    expect(daysLeft(10, [])).toBeNull();
  });

  test('are 99 where only tonight has use', () => {
    expect(daysLeft(10, [4, 4])).toBe(99);
  });
});

test('a storeroom that holds something is told with at most four ingredients, and little of one in millilitres', () => {
  const held = (...names: string[]) => names.map((name) => ({ name, ml: 2625, bottleMl: 750 }));
  const next = 'Count it as empty, and remove it then';
  expect(storeHoldsText('Cellar', [{ name: 'Rum', ml: 20, bottleMl: 750 }])).toBe(
    `Cellar holds 20 ml of Rum. ${next}`,
  );
  expect(storeHoldsText('Cellar', held('Gin', 'Rum', 'Rye', 'Rosé'))).toBe(
    `Cellar holds 3.5 bottles of Gin, 3.5 bottles of Rum, 3.5 bottles of Rye, and 3.5 bottles of Rosé. ${next}`,
  );
  expect(storeHoldsText('Cellar', held('Gin', 'Rum', 'Rye', 'Rosé', 'Cola'))).toContain(
    'Rye, and 2 more ingredients.',
  );
});
