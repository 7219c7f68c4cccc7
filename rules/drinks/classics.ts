/** Finds well-known cocktails that can be made from the ingredients loaded in a unit. */
import { type PourColour, pourColourOf, type PourKind, pourKindOf } from './pour-kinds.ts';

interface Loaded {
  readonly id: string;
  readonly name: string;
}

export interface Classic<Ingredient extends Loaded> {
  readonly name: string;
  /** In recipe order. */
  readonly ingredients: readonly Ingredient[];
  /** One colour per ingredient. */
  readonly colours: readonly PourColour[];
}

/**
 * Classics whose every ingredient is loaded, by name; of two bottles of a kind the first is used. Classics the unit
 * already has, under any name, are left out.
 * @param existing the ingredient ids of each drink of the unit
 */
export function classicsOf<Ingredient extends Loaded>(
  loaded: readonly Ingredient[],
  existing: readonly (readonly string[])[],
): Classic<Ingredient>[] {
  const byKind = new Map<string, Ingredient>();
  for (const ingredient of loaded) {
    const kind = pourKindOf(ingredient.name);
    if (kind !== null && !byKind.has(kind)) byKind.set(kind, ingredient);
  }
  const taken = new Set(existing.map(setOf));
  return classicRecipes.flatMap(({ name, of }) => {
    const ingredients = of.flatMap((kind) => byKind.get(kind) ?? []);
    const isComplete = ingredients.length === of.length;
    if (!isComplete || taken.has(setOf(ingredients.map(({ id }) => id)))) return [];
    return [{ name, ingredients, colours: of.map(pourColourOf) }];
  });
}

/** Order-independent key of a set of ingredients. */
export const setOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' ');

interface ClassicRecipe {
  readonly name: string;
  readonly of: readonly PourKind[];
}

const recipe = (name: string, ...of: PourKind[]): ClassicRecipe => ({ name, of });

/**
 * Well-known cocktails by the ingredients to pour, after the list of the International Bartenders Association.
 * Ingredients a bartender adds by hand are left out: dashes of bitters, sugar, herbs, egg white and garnishes.
 */
export const classicRecipes: readonly ClassicRecipe[] = [
  recipe('Alexander', 'cognac', 'cocoa liqueur', 'cream'),
  recipe('Americano', 'campari', 'sweet vermouth', 'soda'),
  recipe('Angel Face', 'gin', 'apricot brandy', 'calvados'),
  recipe('Aperol Spritz', 'prosecco', 'aperol', 'soda'),
  recipe('Barracuda', 'gold rum', 'galliano', 'pineapple juice', 'lime juice', 'prosecco'),
  recipe("Bee's Knees", 'gin', 'honey syrup', 'lemon juice', 'orange juice'),
  recipe('Bellini', 'prosecco', 'peach puree'),
  recipe('Between the Sheets', 'white rum', 'cognac', 'triple sec', 'lemon juice'),
  recipe('Black Russian', 'vodka', 'coffee liqueur'),
  recipe('Boulevardier', 'bourbon', 'campari', 'sweet vermouth'),
  recipe('Bramble', 'gin', 'lemon juice', 'sugar syrup', 'blackberry liqueur'),
  recipe('Corpse Reviver #2', 'gin', 'triple sec', 'lillet blanc', 'lemon juice'),
  recipe('Cosmopolitan', 'vodka', 'triple sec', 'lime juice', 'cranberry juice'),
  recipe('Cuba Libre', 'white rum', 'cola', 'lime juice'),
  recipe('Daiquiri', 'white rum', 'lime juice', 'sugar syrup'),
  recipe('Dark ’n’ Stormy', 'dark rum', 'ginger beer'),
  recipe('Dry Martini', 'gin', 'dry vermouth'),
  recipe('Espresso Martini', 'vodka', 'coffee liqueur', 'sugar syrup', 'coffee'),
  recipe('Fernandito', 'fernet', 'cola'),
  recipe('French 75', 'gin', 'lemon juice', 'sugar syrup', 'prosecco'),
  recipe('French Connection', 'cognac', 'amaretto'),
  recipe('French Martini', 'vodka', 'raspberry liqueur', 'pineapple juice'),
  recipe('Gin Fizz', 'gin', 'lemon juice', 'sugar syrup', 'soda'),
  recipe('Golden Dream', 'galliano', 'triple sec', 'orange juice', 'cream'),
  recipe('Grasshopper', 'cocoa liqueur', 'mint liqueur', 'cream'),
  recipe('Hanky Panky', 'gin', 'sweet vermouth', 'fernet'),
  recipe('Hemingway Special', 'white rum', 'grapefruit juice', 'maraschino', 'lime juice'),
  recipe("Horse's Neck", 'cognac', 'ginger ale'),
  recipe('Kir', 'white wine', 'cassis'),
  recipe('Last Word', 'gin', 'green chartreuse', 'maraschino', 'lime juice'),
  recipe('Lemon Drop Martini', 'vodka', 'triple sec', 'lemon juice'),
  recipe(
    'Long Island Ice Tea',
    'vodka',
    'tequila',
    'white rum',
    'gin',
    'triple sec',
    'lemon juice',
    'sugar syrup',
    'cola',
  ),
  recipe('Manhattan', 'rye', 'sweet vermouth'),
  recipe('Margarita', 'tequila', 'triple sec', 'lime juice'),
  recipe('Mary Pickford', 'white rum', 'pineapple juice', 'maraschino', 'grenadine'),
  recipe('Mimosa', 'orange juice', 'prosecco'),
  recipe('Moscow Mule', 'vodka', 'ginger beer', 'lime juice'),
  recipe('Naked and Famous', 'mezcal', 'yellow chartreuse', 'aperol', 'lime juice'),
  recipe('Negroni', 'gin', 'campari', 'sweet vermouth'),
  recipe('Paloma', 'tequila', 'lime juice', 'grapefruit soda'),
  recipe('Paper Plane', 'bourbon', 'amaro', 'aperol', 'lemon juice'),
  recipe('Paradise', 'gin', 'apricot brandy', 'orange juice'),
  recipe('Piña Colada', 'white rum', 'coconut cream', 'pineapple juice'),
  recipe('Pisco Sour', 'pisco', 'lemon juice', 'sugar syrup'),
  recipe('Rusty Nail', 'scotch', 'drambuie'),
  recipe('Sea Breeze', 'vodka', 'cranberry juice', 'grapefruit juice'),
  recipe('Sex on the Beach', 'vodka', 'peach schnapps', 'orange juice', 'cranberry juice'),
  recipe('Sidecar', 'cognac', 'triple sec', 'lemon juice'),
  recipe('Stinger', 'cognac', 'mint liqueur'),
  recipe('Tequila Sunrise', 'tequila', 'orange juice', 'grenadine'),
  recipe('Tommy’s Margarita', 'tequila', 'lime juice', 'agave syrup'),
  recipe('Vesper', 'gin', 'vodka', 'lillet blanc'),
  recipe('Whiskey Sour', 'bourbon', 'lemon juice', 'sugar syrup'),
  recipe('White Lady', 'gin', 'triple sec', 'lemon juice'),
  recipe('Yellow Bird', 'white rum', 'galliano', 'triple sec', 'lime juice'),
];
