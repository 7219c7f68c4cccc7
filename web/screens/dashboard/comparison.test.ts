import { expect, test } from 'vitest';
import type { Overview } from '../../api/venues.ts';
import { ordersBeside, volumeBeside } from './today-card.tsx';

const saturday = '2026-11-21';

const overview = (today: [number, number], before: [number, number], day = saturday): Overview => ({
  day,
  night: null,
  sales: 0,
  orders: today[0],
  grossVolume: today[1],
  servings: 0,
  refunds: 0,
  weekBefore: { orders: before[0], grossVolume: before[1] },
  units: [],
  attention: [],
  nearlyFull: [],
  firstSteps: [],
});

test.each([
  [overview([25, 400.1], [13, 380.3]), '12 more than last Saturday by now'],
  [overview([9, 100], [13, 380.3]), '4 fewer than last Saturday by now'],
  [overview([13, 100], [13, 380.3]), 'As many as last Saturday by now'],
  [overview([13, 100], [0, 0]), 'None last Saturday by now'],
  [overview([2013, 1], [1, 1], '2026-11-22'), '2,012 more than last Sunday by now'],
])('compares orders %#: %s', (figures, words) => {
  expect(ordersBeside(figures)).toBe(words);
});

test.each([
  // In floating point this is 19.799999999999955.
  [overview([25, 400.1], [13, 380.3]), '$19.80 more than last Saturday by now'],
  [overview([9, 196.52], [13, 1216.04]), '$1,019.52 less than last Saturday by now'],
  [overview([9, 10.1], [13, 10.1]), 'As much as last Saturday by now'],
  [overview([9, 10], [0, 0]), 'Nothing was sold last Saturday by now'],
  [overview([0, 0], [3, 31.5]), 'Nothing sold today yet; it was $31.50 last Saturday by now'],
  [overview([0, 0], [0, 0]), 'Nothing sold today yet'],
])('compares volume %#: %s', (figures, words) => {
  expect(volumeBeside(figures)).toBe(words);
});
