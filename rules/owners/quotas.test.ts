import { expect, test } from 'vitest';
import { quotasOf, usualQuotas } from './quotas.ts';

test('limits that are not set are the usual ones', () => {
  expect(quotasOf(null)).toEqual(usualQuotas);
  expect(quotasOf({ units: 3, drinks: null, pizzas: 5 })).toEqual({ ...usualQuotas, units: 3 });
  expect(quotasOf({ units: 0 }).units).toBe(0);
});
