import { expect, test } from 'vitest';
import { leavingDrinks } from './menu-loss.ts';

const part = (_id: string, activeInUnit = true) => ({ _id, activeInUnit });
const drink = (name: string, active: boolean, ...ingredients: ReturnType<typeof part>[]) => ({
  name,
  active,
  ingredients,
});

test('lists drinks on the menu that need a lost ingredient', () => {
  const drinks = [
    drink('Gin + Tonic', true, part('gin'), part('tonic')),
    drink('Vodka + Tonic', true, part('vodka'), part('tonic')),
    drink('Switched off', false, part('gin')),
    drink('Without stock already', true, part('gin'), part('midori', false)),
  ];
  expect(leavingDrinks(drinks, ['gin']).map(({ name }) => name)).toEqual(['Gin + Tonic']);
  expect(leavingDrinks(drinks, ['gin', 'tonic'])).toHaveLength(2);
  expect(leavingDrinks(drinks, [])).toEqual([]);
});
