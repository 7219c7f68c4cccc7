import { expect, test } from 'vitest';
import { settleIngredient } from '../rules/stock/ingredient.ts';
import { settlePositions } from '../rules/stock/positions.ts';
import { pourKindOf } from '../rules/drinks/pour-kinds.ts';
import { barList, drinkList } from './bar-list.ts';

test.each(['ROTENDER_CLASSIC', 'BEERTENDER'] as const)(
  'the stock for %s fits its positions, without duplicates',
  (category) => {
    const list = barList(category);
    const positions = list.flatMap((ingredient) => ingredient.positions);
    expect(new Set(positions).size).toBe(positions.length);
    for (const ingredient of list) {
      expect(settlePositions(ingredient.positions, category, ingredient.source)).not.toHaveProperty(
        'problem',
      );
      expect(settleIngredient(ingredient, category)).not.toHaveProperty('problems');
    }
  },
);

test('every bottle of the bar list is of a kind that recipes use', () => {
  const strange = barList('ROTENDER_CLASSIC').filter(({ name }) => pourKindOf(name) === null);
  expect(strange).toEqual([]);
});

test('a bar mixes classics and one free drink; a beer unit pours its taps', () => {
  const drinks = drinkList('ROTENDER_CLASSIC');
  const names = drinks.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['Negroni', 'Margarita', 'Moscow Mule', 'Daiquiri']),
  );
  expect(drinks.filter(({ priceCents }) => priceCents === 0)).toHaveLength(1);
  expect(drinkList('BEERTENDER').map(({ name }) => name)).toEqual(['House Lager', 'House Ale']);
});
