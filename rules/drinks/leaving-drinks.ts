/** Finds drinks that can no longer be sold when ingredients are removed from a unit. */

interface ListedDrink {
  readonly active: boolean;
  readonly ingredients: readonly { readonly _id: string; readonly activeInUnit: boolean }[];
}

/** Drinks that are on the menu now and need one of these ingredients. */
export const leavingDrinks = <Drink extends ListedDrink>(
  drinks: readonly Drink[],
  lostIds: readonly string[],
): Drink[] =>
  drinks.filter(
    ({ active, ingredients }) =>
      active &&
      ingredients.every(({ activeInUnit }) => activeInUnit) &&
      ingredients.some(({ _id }) => lostIds.includes(_id)),
  );
