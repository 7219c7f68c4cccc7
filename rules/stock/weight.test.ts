import { expect, test } from 'vitest';
import { canBeWeighed, weighedMl } from './weight.ts';

const rum = { tareWeight: 480, density: 0.95, sizeMl: 750 };

test.each([
  [480, 0],
  [1192.5, 750],
  [860, 400],
  [481, 1.05],
  // Within the tolerance of scales and bottles.
  [470, 0],
  [1200, 750],
])('a bottle of %d g holds %d ml', (grams, ml) => expect(weighedMl(grams, rum)).toEqual({ ml }));

test('a weight below the empty or above the full bottle is refused with that weight', () => {
  expect(weighedMl(400, rum)).toEqual({ problem: expect.stringMatching(/empty.*480 g/) });
  expect(weighedMl(1300, rum)).toEqual({ problem: expect.stringMatching(/full.*1,193 g/) });
});

test('weighing takes both the empty weight and the density', () => {
  expect(canBeWeighed({ tareWeight: 480, density: 0.95 })).toBe(true);
  for (const some of [{}, { tareWeight: 480, density: null }, { tareWeight: null, density: 1 }])
    expect(canBeWeighed(some)).toBe(false);
});
