import { expect, test } from 'vitest';
import { drawnPositions, ingredientLevel, summaryOf } from './geometry.ts';

const place = (position: string, remainingMl: number, sizeMl = 1000) => ({
  position,
  remainingMl,
  sizeMl,
});
const stocked = (_id: string, ...places: ReturnType<typeof place>[]) => ({
  _id,
  name: _id.toUpperCase(),
  threshold: 20,
  places,
});

test.each([
  [1000, 100, 'good'],
  [999.99, 99, 'good'],
  [409.99, 41, 'good'],
  [201, 20, 'good'],
  [200, 20, 'low'],
  [4, 1, 'low'],
  [0, 0, 'out'],
])('%s ml of a litre are %d percent: %s', (remainingMl, percent, state) => {
  expect(ingredientLevel(stocked('gin', place('1', remainingMl)))).toEqual({ percent, state });
});

test("an ingredient's level covers all of its positions, and is null without any", () => {
  const level = ingredientLevel(stocked('vodka', place('1', 820), place('2', 340)));
  expect(level).toEqual({ percent: 58, state: 'good' });
  expect(ingredientLevel(stocked('mix'))).toBeNull();
});

test('lists each position separately', () => {
  expect(
    drawnPositions([stocked('vodka', place('1', 820), place('2', 120)), stocked('mix')]),
  ).toEqual([
    { position: '1', ingredientId: 'vodka', name: 'VODKA', percent: 82, state: 'good' },
    { position: '2', ingredientId: 'vodka', name: 'VODKA', percent: 12, state: 'low' },
  ]);
});

test('summarises a unit over the counted positions and omits zero counts', () => {
  const places = drawnPositions([
    stocked('vodka', place('1', 820), place('2', 120)),
    stocked('gin', place('3', 0)),
    stocked('cola', place('101', 1000)),
  ]);
  expect(summaryOf(['1', '2', '3', '4'], places)).toEqual({
    percent: 31,
    text: '1 low · 1 out · 1 free',
  });
  expect(summaryOf(['1'], places)).toEqual({ percent: 82, text: 'all stocked' });
  expect(summaryOf(['7', '8'], places)).toEqual({ percent: null, text: '2 free' });
});
