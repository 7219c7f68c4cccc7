/** Initial price of a drink, computed from its ingredients. */

/** Price of a drink: the sum of its ingredients' prices, in cents. */
export function drinkPriceCents(ingredients: readonly { readonly priceCents: number }[]): number {
  return ingredients.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/**
 * Price of a double, in cents: the sum over the ingredients of the double price when it is set and not below the
 * price, else of the price. A double price below the price is accepted on the ingredient but does not make the double
 * cheaper than the single.
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
 * Price of a double of a drink, in cents: its own double price, or, if not set, the sum of its ingredients, never less
 * than the single.
 */
export const doubleCentsOf = (
  drink: { readonly priceCents: number; readonly doublePriceCents: number | null },
  ingredients: Parameters<typeof drinkDoublePriceCents>[0],
): number =>
  drink.doublePriceCents ?? Math.max(drink.priceCents, drinkDoublePriceCents(ingredients));
