import { expect, test } from 'vitest';
import { keyOf, settleOrder } from './add-order-dialog.tsx';
import { emptyDrink, orderOf } from './order-draft.ts';

const one = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'] }]);
const two = () => orderOf(1001, [{ ...emptyDrink, ingredientIds: ['gin', 'tonic'], quantity: 2 }]);

test('all attempts of an order share a key, another order has another', () => {
  const key = keyOf(one());
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(one())).toBe(key);
  expect(keyOf(two())).not.toBe(key);
});

test('an identical order gets a new key after the first was recorded', () => {
  const key = keyOf(one());
  settleOrder();
  expect(keyOf(one())).not.toBe(key);
});
