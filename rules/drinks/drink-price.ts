/** What a drink costs at the moment it is made up from its ingredients. */

/** The price of a drink: the sum of its ingredients' prices, in cents. */
export function drinkPriceCents(ingredients: readonly { readonly priceCents: number }[]): number {
  return ingredients.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/**
 * The price of a double, in cents: for each ingredient its double price when it has one that is not
 * below its price, else its price. A double price below the price is accepted on the ingredient but
 * does not make the double cheaper than the single.
 */
export function drinkDoublePriceCents(
  ingredients: readonly { readonly priceCents: number; readonly doublePriceCents: number | null }[],
): number {
  return ingredients.reduce(
    (sum, { priceCents, doublePriceCents }) => sum + Math.max(priceCents, doublePriceCents ?? 0),
    0,
  );
}

/**
 * What a double of a drink costs, in cents: its own double price, or, for a drink that has none, what its ingredients make,
 * never less than the single.
 */
export const doubleCentsOf = (
  drink: { readonly priceCents: number; readonly doublePriceCents: number | null },
  ingredients: Parameters<typeof drinkDoublePriceCents>[0],
): number =>
  drink.doublePriceCents ?? Math.max(drink.priceCents, drinkDoublePriceCents(ingredients));
