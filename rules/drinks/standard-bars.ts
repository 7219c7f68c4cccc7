/** What a new unit can start with: ingredients with positions and prices, and the drinks that are made of them. */
import type { IngredientCategory, IngredientRole } from '../stock/ingredient.ts';
import type { IngredientSource, UnitCategory } from '../stock/positions.ts';
import { classicsOf } from './classics.ts';

export const standardBarNames = ['classic', 'sodaGun', 'beer'] as const;
export type StandardBarName = (typeof standardBarNames)[number];

/** An ingredient at one position. Prices are of one serving, in cents; sizes in ml; the threshold in percent. */
export interface StandardIngredient {
  readonly name: string;
  readonly position: string;
  readonly source: IngredientSource;
  readonly baseOrMixer: readonly IngredientRole[];
  readonly category: IngredientCategory;
  readonly priceCents: number;
  readonly servingSize: number;
  readonly ingredientSize: number;
  readonly threshold: number;
}

interface StandardDrink {
  readonly name: string;
  readonly priceCents: number;
  /** Names of ingredients, in the order in which they are poured. */
  readonly ingredients: readonly string[];
}

export interface StandardBar {
  readonly category: UnitCategory;
  readonly label: string;
  readonly ingredients: readonly StandardIngredient[];
  readonly drinks: readonly StandardDrink[];
}

type Bottle = Pick<StandardIngredient, 'name' | 'priceCents'>;

const spirit = (name: string, priceCents: number): Bottle & Partial<StandardIngredient> => ({
  name,
  priceCents,
});

/** Poured with a base; the serving size is that of the recipes of the International Bartenders Association. */
const juice = (name: string, servingSize: number): Bottle & Partial<StandardIngredient> => ({
  name,
  priceCents: 100,
  servingSize,
  baseOrMixer: ['mixer'],
  category: 'Syrup/Puree',
});

const carousel: readonly StandardIngredient[] = [
  spirit('Vodka', 700),
  spirit('Gin', 700),
  spirit('White Rum', 700),
  spirit('Tequila', 800),
  spirit('Bourbon', 800),
  spirit('Rye Whiskey', 800),
  spirit('Cognac', 900),
  spirit('Triple Sec', 500),
  spirit('Sweet Vermouth', 500),
  spirit('Dry Vermouth', 500),
  spirit('Campari', 600),
  spirit('Coffee Liqueur', 500),
  spirit('Lillet Blanc', 500),
  juice('Lime Juice', 30),
  juice('Lemon Juice', 30),
  juice('Sugar Syrup', 15),
].map((bottle, index) => ({
  source: 'carousel',
  baseOrMixer: ['base'],
  category: 'Liquor',
  servingSize: 45,
  ingredientSize: 1000,
  threshold: 20,
  position: String(index + 1),
  ...bottle,
}));

/** Lines of the soda gun, each from a bag of five gallons. */
const lines = (...names: readonly [name: string, priceCents: number][]): StandardIngredient[] =>
  names.map(([name, priceCents], index) => ({
    name,
    priceCents,
    position: String(101 + index),
    source: 'soda gun',
    baseOrMixer: ['mixer'],
    category: 'Syrup/Puree',
    servingSize: 120,
    ingredientSize: 18_927.05,
    threshold: 20,
  }));

const kegs = (...names: readonly [name: string, priceCents: number][]): StandardIngredient[] =>
  names.map(([name, priceCents], index) => ({
    name,
    priceCents,
    position: String(index + 1),
    source: 'carousel',
    baseOrMixer: ['base'],
    category: 'Beer',
    servingSize: 480,
    ingredientSize: 50_000,
    threshold: 20,
  }));

/** Prices of the drinks of the classic bar, in cents: those of the classics that can be made of its ingredients. */
const classicPrices: Readonly<Record<string, number>> = {
  Americano: 1100,
  'Between the Sheets': 1400,
  'Black Russian': 1200,
  Boulevardier: 1400,
  'Corpse Reviver #2': 1400,
  Cosmopolitan: 1300,
  'Cuba Libre': 1100,
  Daiquiri: 1200,
  'Dry Martini': 1300,
  'Gin Fizz': 1200,
  'Lemon Drop Martini': 1300,
  'Long Island Ice Tea': 1600,
  Manhattan: 1400,
  Margarita: 1300,
  'Moscow Mule': 1200,
  Negroni: 1300,
  Sidecar: 1400,
  Vesper: 1400,
  'Whiskey Sour': 1200,
  'White Lady': 1300,
};

const drinksOf = (ingredients: readonly StandardIngredient[]): StandardDrink[] =>
  classicsOf(
    ingredients.map(({ name }) => ({ id: name, name })),
    [],
  ).map((classic) => ({
    name: classic.name,
    priceCents: classicPrices[classic.name] ?? 1200,
    ingredients: classic.ingredients.map(({ name }) => name),
  }));

/** Each ingredient as a drink of its own. */
const plainDrinksOf = (ingredients: readonly StandardIngredient[]): StandardDrink[] =>
  ingredients.map(({ name, priceCents }) => ({ name, priceCents, ingredients: [name] }));

const classic = [
  ...carousel,
  ...lines(['Cola', 100], ['Soda Water', 100], ['Ginger Beer', 150], ['Cranberry Juice', 100]),
];
const sodas = lines(['Cola', 300], ['Lemonade', 300], ['Tonic Water', 300], ['Soda Water', 200]);
const beers = kegs(['Lager', 700], ['Pale Ale', 800]);

export const standardBars: Readonly<Record<StandardBarName, StandardBar>> = {
  classic: {
    category: 'ROTENDER_CLASSIC',
    label: 'Standard bar with 20 classics',
    ingredients: classic,
    drinks: drinksOf(classic),
  },
  sodaGun: {
    category: 'ROTENDER_CLASSIC',
    label: 'Soda gun with four soft drinks',
    ingredients: sodas,
    drinks: plainDrinksOf(sodas),
  },
  beer: {
    category: 'BEERTENDER',
    label: 'Two kegs with two beers',
    ingredients: beers,
    drinks: plainDrinksOf(beers),
  },
};

/** Standard bars for a unit of this category, the fullest first. */
export const standardBarsFor = (category: UnitCategory): StandardBarName[] =>
  standardBarNames.filter((name) => standardBars[name].category === category);

/** Lowest and highest percentage of the standard prices. */
export const pricePercents = { least: 10, most: 1000 } as const;

const quarter = 25;

/** A standard price at a percentage of it, in cents: to quarters of a dollar, at least one. */
export const standardCents = (cents: number, percent: number): number =>
  Math.max(quarter, Math.round((cents * percent) / 100 / quarter) * quarter);

/** Price of a double: one and a half times the price, to quarters of a dollar. */
export const standardDoubleCents = (cents: number): number => standardCents(cents, 150);

/** Name of the picture of an ingredient, without its ending: `White Rum` is white-rum. */
export const standardPicture = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

export const standardBarMessages = {
  otherCategory: 'This standard bar is for another category of unit',
  notEmpty:
    'This unit has ingredients or drinks already. A standard bar fills an empty unit only: delete its drinks, or add another unit',
} as const;
