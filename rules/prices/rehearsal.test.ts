import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { PriceChange } from './price-change.ts';
import { measuredElasticity, rehearse, repriceByChange, type SoldGlasses } from './rehearsal.ts';

const percent = (by: number, more: Partial<PriceChange> = {}): PriceChange => ({
  operation: 'percent',
  by,
  rounding: 'none',
  ...more,
});
const line = (more: Partial<SoldGlasses> = {}): SoldGlasses => ({
  drinkId: 'a',
  isDouble: false,
  cents: 1000,
  listCents: 1000,
  glasses: 10,
  ...more,
});
const of = (change: PriceChange) =>
  new Map([['a', { present: { cents: 1000, doubleCents: 1500 }, change }]]);

test('REH-01 the same prices change nothing', () => {
  const sold = [
    line(),
    line({ cents: 900 }),
    line({ isDouble: true, cents: 1500, listCents: 1500 }),
  ];
  const { beforeCents, afterCents, breakEven } = rehearse(repriceByChange(sold, of(percent(0))), 0);
  expect(afterCents - beforeCents).toBe(0);
  expect(breakEven).toBe(0);
});

test('the change is laid over the price of its time, and the discount stays', () => {
  const sold = [line({ cents: 720, listCents: 900, glasses: 1 })];
  expect(rehearse(repriceByChange(sold, of(percent(10))), 0)).toMatchObject({
    beforeCents: 720,
    afterCents: 792,
  });
});

test('fewer glasses are sold as the elasticity says', () => {
  const { afterCents } = rehearse(repriceByChange([line()], of(percent(25))), -1);
  expect(afterCents).toBe(10_000);
  expect(rehearse(repriceByChange([line()], of(percent(25))), -3).afterCents).toBe(6_400);
});

test('REH-05 with costs, the margin at the break-even is that of before', () => {
  const costed = (costCents: number | null) =>
    new Map([
      ['a', { present: { cents: 1000, doubleCents: 1500 }, change: percent(20), costCents }],
    ]);
  const { breakEven, isOfMargin } = rehearse(repriceByChange([line()], costed(250)), 0);
  expect(isOfMargin).toBe(true);
  expect((12_000 - 2_500) * (1 - breakEven)).toBeCloseTo(10_000 - 2_500);
  expect(rehearse(repriceByChange([line()], costed(null)), 0)).toMatchObject({ isOfMargin: false });
  // Sold below its cost, no share of glasses keeps the margin.
  expect(rehearse(repriceByChange([line()], costed(1_100)), 0)).toMatchObject({
    isOfMargin: false,
    breakEven: expect.closeTo(1 - 10 / 12),
  });
});

test('REH-05 at the break-even the sales are those of before, to the cent', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const sold = Array.from({ length: 5 }, () =>
      line({
        isDouble: random() < 0.3,
        cents: 500 + Math.floor(random() * 1500),
        listCents: 2000,
        glasses: 1 + Math.floor(random() * 50),
      }),
    );
    const change = percent(Math.floor(random() * 60) - 20, { rounding: '0.25' });
    const { beforeCents, afterCents, breakEven } = rehearse(repriceByChange(sold, of(change)), 0);
    if (afterCents <= beforeCents) expect(breakEven).toBe(0);
    else expect(Math.abs(afterCents * (1 - breakEven) - beforeCents)).toBeLessThanOrEqual(1);
  }
});

test('a set price leaves doubles their distance', () => {
  const set: PriceChange = { operation: 'set', by: 12, rounding: 'none' };
  const sold = [line({ isDouble: true, cents: 1500, listCents: 1500, glasses: 1 })];
  expect(rehearse(repriceByChange(sold, of(set)), 0).afterCents).toBe(1700);
});

test('the elasticity of a past change is that of the share of its drinks, between -3 and 0', () => {
  const dearer = { wasCents: 1000, isCents: 1100 };
  const share = (own: number) => ({ own, all: 1000 });
  expect(measuredElasticity(dearer, share(100), share(100))).toBe(0);
  expect(measuredElasticity(dearer, share(100), share(90))).toBeCloseTo(-1.11, 10);
  // Half as many of half as many glasses are the same share.
  expect(measuredElasticity(dearer, share(100), { own: 50, all: 500 })).toBe(0);
  expect(measuredElasticity(dearer, share(100), share(50))).toBe(-3);
  expect(measuredElasticity(dearer, share(100), share(110))).toBe(0);
  expect(measuredElasticity({ wasCents: 1100, isCents: 1000 }, share(90), share(100))).toBeCloseTo(
    -1.11,
    10,
  );
  expect(measuredElasticity(dearer, share(19), share(90))).toBeNull();
  expect(measuredElasticity({ wasCents: 0, isCents: 900 }, share(90), share(90))).toBeNull();
});
