/** Stock and drinks the simulator loads into an empty unit: a full bar for a classic unit, two taps for a beer unit. */
import { classicsOf } from '../rules/drinks/classics.ts';
import { drinkPriceCents } from '../rules/drinks/drink-price.ts';
import type { IngredientCategory } from '../rules/stock/ingredient.ts';
import type { IngredientSource, UnitCategory } from '../rules/stock/positions.ts';

export interface ListedIngredient {
  readonly name: string;
  readonly priceCents: number;
  readonly doublePriceCents: number;
  readonly source: IngredientSource;
  readonly category: IngredientCategory;
  readonly positions: readonly string[];
  /** Absent for the default size. */
  readonly sizeMl?: number;
}

export interface ListedDrink {
  readonly name: string;
  readonly priceCents: number;
  /** Ingredient names. */
  readonly of: readonly string[];
}

const listed = (
  name: string,
  priceCents: number,
  category: IngredientCategory,
  ...positions: string[]
): ListedIngredient => {
  const source = Number(positions[0]) > 100 ? 'soda gun' : 'carousel';
  const bag = source === 'soda gun' ? { sizeMl: 18_927.05 } : {};
  const doublePriceCents = Math.round(priceCents * 0.035) * 50;
  return { name, priceCents, doublePriceCents, source, category, positions, ...bag };
};

const bar: readonly ListedIngredient[] = [
  listed('Vodka', 700, 'Liquor', '1', '2'),
  listed('London Dry Gin', 750, 'Liquor', '3', '4'),
  listed('White Rum', 700, 'Liquor', '5'),
  listed('Tequila', 900, 'Liquor', '6'),
  listed('Bourbon', 850, 'Liquor', '7'),
  listed('Triple Sec', 350, 'Liquor', '8'),
  listed('Campari', 450, 'Liquor', '9'),
  listed('Sweet Vermouth', 350, 'Liquor', '10'),
  listed('Coffee Liqueur', 450, 'Liquor', '11'),
  listed('Lime Juice', 100, 'Syrup/Puree', '12'),
  listed('Lemon Juice', 100, 'Syrup/Puree', '13'),
  listed('Sugar Syrup', 50, 'Syrup/Puree', '14'),
  listed('Cranberry Juice', 200, 'Syrup/Puree', '15'),
  listed('Orange Juice', 200, 'Syrup/Puree', '16'),
  listed('Cola', 250, 'Syrup/Puree', '101'),
  listed('Soda', 150, 'Syrup/Puree', '102'),
  listed('Ginger Beer', 300, 'Syrup/Puree', '103'),
];

const taps: readonly ListedIngredient[] = [
  listed('House Lager', 700, 'Beer', '1'),
  listed('House Ale', 800, 'Beer', '2'),
];

export const barList = (category: UnitCategory): readonly ListedIngredient[] =>
  category === 'ROTENDER_CLASSIC' ? bar : taps;

/** Classics that can be mixed from the bar list, and a free soda; or a glass of each tap. */
export function drinkList(category: UnitCategory): ListedDrink[] {
  const list = barList(category);
  if (category !== 'ROTENDER_CLASSIC') {
    return list.map(({ name, priceCents }) => ({ name, priceCents, of: [name] }));
  }
  const loaded = list.map((ingredient) => ({ ...ingredient, id: ingredient.name }));
  const classics = classicsOf(loaded, []).map(({ name, ingredients }) => ({
    name,
    priceCents: drinkPriceCents(ingredients),
    of: ingredients.map((ingredient) => ingredient.name),
  }));
  return [...classics, { name: 'Soda on the House', priceCents: 0, of: ['Soda'] }];
}
