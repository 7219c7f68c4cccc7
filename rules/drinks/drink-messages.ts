/** Messages on drinks. */
import { unitInText } from '../units/unit-names.ts';

/** Drinks and their ranking. */
export const drinkMessages = {
  alreadyCreated: 'Drink is already created',
  isOnMenu: (drink: { name: string; unitNumber: number; unitName: string | null }) =>
    `${drink.name} is on the menu of ${unitInText({ unitNumber: drink.unitNumber, name: drink.unitName })}`,
  sameAs: (name: string) => `${name} has the same ingredients.`,
  empty: 'Cannot be empty',
  noIngredients: 'You must choose at least one ingredient',
  noName: 'Enter a name',
  badPrice: 'Enter an amount such as 12.50',
  doubleBelow: (price: string) => `A double costs ${price}`,
  raiseDouble: (price: string) => `Raise double to ${price}`,
  notOnUnit: 'This is not on the unit',
  keepsIngredients: 'A drink keeps its ingredients: add another drink with these',
  keepsUnit: 'A drink stays on its unit: add it to the other one',
  noUnitHasAll: 'No unit of this venue has all of these ingredients',
  oneUnitAtATime: 'Rank the drinks of one unit at a time',
  namedTwice: 'Name each drink once',
  notDeleted: (name: string) => `${name} is on the menu already`,
  replaced: (name: string, by: string) => `${by} has the ingredients of ${name} by now`,
} as const;
