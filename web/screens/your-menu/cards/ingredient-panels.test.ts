import { expect, test } from 'vitest';
import { emptiestFirst } from './ingredient-panels.tsx';

const at = (_id: string, remainingMl: number | null) => ({
  _id,
  name: _id,
  threshold: 20,
  places: remainingMl === null ? [] : [{ position: '1', sizeMl: 1000, remainingMl }],
});

test('sorts by level, keeps equal levels in order and puts what is not stocked last', () => {
  const sorted = emptiestFirst([
    at('away', null),
    at('full', 1000),
    at('out', 0),
    at('half', 500),
    at('half too', 500),
    at('low', 90),
  ]);
  expect(sorted.map(({ _id }) => _id)).toEqual(['out', 'low', 'half', 'half too', 'full', 'away']);
});
