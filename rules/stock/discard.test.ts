import { expect, test } from 'vitest';
import { toMl } from './discard.ts';

test('an ounce is 30 ml, as in the sizes of servings', () => {
  expect([toMl(1.5, 'oz'), toMl(0.333, 'oz'), toMl(45.678, 'ml')]).toEqual([45, 9.99, 45.68]);
});
