import { expect, test } from 'vitest';
import { keyOf, settleOrder } from './order-key.ts';
import { emptyDrink, orderOf } from './order-draft.ts';

const one = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'] }]);
const two = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'], quantity: 2 }]);

test('every try of an order has its key, another order another', () => {
  const key = keyOf(one());
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(one())).toBe(key);
  expect(keyOf(two())).not.toBe(key);
});

test('the same order again after it was recorded is another one', () => {
  const key = keyOf(one());
  settleOrder();
  expect(keyOf(one())).not.toBe(key);
});
