import { expect, test } from 'vitest';
import { mixLine } from './mix-line.ts';
import type { MixedDrink } from './pour-outcome.ts';

const pour = { ingredientId: 'rum', position: 1, ml: 45, ms: 2400, outcome: 'poured' } as const;
const mix = (fails: boolean): MixedDrink => ({ pours: [pour], isServed: !fails });

test('pours every drink of a line', () => {
  const line = mixLine({ quantity: 2, fails: false }, mix, () => 0.5);
  expect(line).toEqual({ successQuantity: 2, pours: [pour, pour] });
});

test('the guest mostly leaves after a failed drink', () => {
  const leaves = mixLine({ quantity: 2, fails: true }, mix, () => 0.5);
  expect(leaves).toEqual({ successQuantity: 0, pours: [pour] });
  const stays = mixLine({ quantity: 2, fails: true }, mix, () => 0.8);
  expect(stays).toEqual({ successQuantity: 1, pours: [pour, pour] });
});
