import { expect, test } from 'vitest';
import { medianOf } from '../../lib/median.ts';
import { drinkCosts, marginsOf, type PricedDrink } from './margins.ts';

const drink = (name: string, more: Partial<PricedDrink> = {}): PricedDrink => ({
  id: name,
  name,
  cents: 1000,
  doubleCents: 1800,
  costCents: 200,
  singles: 10,
  doubles: 0,
  ...more,
});

test('a drink costs the servings of its ingredients, and nothing known where one has no cost', () => {
  const parts = [
    { drinkId: 'mule', servingMl: 45, perMl: 3 },
    { drinkId: 'mule', servingMl: 100, perMl: 0.5 },
    { drinkId: 'negroni', servingMl: 30, perMl: 3 },
    { drinkId: 'negroni', servingMl: 30, perMl: null },
  ];
  expect([...drinkCosts(parts)]).toEqual([['mule', 185]]);
});

test('a double earns its price less two servings; drinks that are the same are one', () => {
  const { drinks } = marginsOf([
    drink('Mule', { singles: 3, doubles: 2, costCents: 200.4 }),
    drink('Mule', { id: 'other unit', costCents: 200.4, singles: 1 }),
    drink('Mule', { id: 'dearer', cents: 1200 }),
  ]);
  expect(drinks).toMatchObject([
    { drinkIds: ['dearer'], marginCents: 1000, earnedCents: 10_000 },
    {
      drinkIds: ['Mule', 'other unit'],
      costCents: 200,
      marginCents: 800,
      pourCostRatio: 0.2004,
      glasses: 6,
      earnedCents: Math.round(4 * 799.6 + 2 * (1800 - 400.8)),
      corner: null,
    },
  ]);
});

test('four drinks of known cost have corners by their medians; others have none', () => {
  const four = [
    drink('Star', { singles: 40 }),
    drink('Workhorse', { singles: 40, costCents: 700 }),
    drink('Puzzle', { singles: 2 }),
    drink('Dog', { singles: 2, costCents: 700 }),
  ];
  const { drinks, middle } = marginsOf([...four, drink('Unknown', { costCents: null })]);
  expect(middle).toEqual({ glasses: 21, marginCents: 550 });
  expect(drinks.map(({ name, corner }) => [name, corner])).toEqual([
    ['Star', 'star'],
    ['Workhorse', 'workhorse'],
    ['Puzzle', 'puzzle'],
    ['Dog', 'dog'],
    ['Unknown', null],
  ]);
  expect(marginsOf(four.slice(1)).middle).toBeNull();
  expect(medianOf([3, 1, 2])).toBe(2);
});

test('a free drink has no share of cost, and its margin is a loss', () => {
  expect(marginsOf([drink('Free', { cents: 0 })]).drinks).toMatchObject([
    { pourCostRatio: null, marginCents: -200 },
  ]);
});
