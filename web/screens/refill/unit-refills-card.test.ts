import { expect, test } from 'vitest';
import type { Refill } from '../../api/refill-queue.ts';
import type { RefillItem, UnitRefills } from '../../api/stock-forecast.ts';
import { leftToLoad, listedUnits } from './unit-refills-card.tsx';

const item = (position: number, name: string, atRisk: number): RefillItem => ({
  position,
  ingredientId: name,
  name,
  levelPercent: 9,
  sizeMl: 1000,
  earliest: null,
  likely: null,
  odds: 1,
  atRisk,
  note: null,
});
const unit: UnitRefills = {
  unitId: 'u',
  unitNumber: 1001,
  unitName: null,
  tracked: true,
  atRisk: 50,
  items: [item(1, 'Gin', 20), item(2, 'Gin', 20), item(3, 'Rum', 30)],
};
const list = {
  units: [unit],
  load: [
    { name: 'Gin', sizeMl: 1000, bottles: 2 },
    { name: 'Rum', sizeMl: 1000, bottles: 1 },
  ],
  atRisk: 50,
};
const tick = (position: number): Refill =>
  ({ key: `t${position}`, unitId: 'u', unitNumber: 1001, position }) as Refill;
const left = (...positions: number[]) =>
  leftToLoad(list, listedUnits(list.units, { waiting: positions.map(tick), recorded: [] }));

test('what is ticked is no longer to be loaded, and no longer at risk', () => {
  expect(left()).toEqual({ load: list.load, atRisk: 50 });
  expect(left(1, 3)).toEqual({ load: [{ name: 'Gin', sizeMl: 1000, bottles: 1 }], atRisk: 20 });
  expect(left(1, 2, 3)).toEqual({ load: [], atRisk: 0 });
});
