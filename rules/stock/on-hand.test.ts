import { expect, test } from 'vitest';
import { onHandOf } from './on-hand.ts';

test('places add up in whole hundredths, and the level is known where each is', () => {
  const found = onHandOf([
    { ingredientId: 'gin', ml: 0.1, levelKnown: true },
    { ingredientId: 'gin', ml: 0.2, levelKnown: true },
    { ingredientId: 'rum', ml: 700, levelKnown: false },
    { ingredientId: 'rum', ml: 1000, levelKnown: true },
  ]);
  expect([...found]).toEqual([
    ['gin', { ml: 0.3, levelKnown: true }],
    ['rum', { ml: 1700, levelKnown: false }],
  ]);
});
