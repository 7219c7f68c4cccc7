/** Generates guest orders: mostly one drink of the upper half of the menu, sometimes two, a double, a tip. */

export interface GuestLine<Drink> {
  readonly drink: Drink;
  /** 1 or 2. */
  readonly quantity: number;
  readonly isDouble: boolean;
}

/**
 * Lines of one order, one to three.
 * @param menu in display order; must not be empty
 * @param offersDouble true when this drink is sold as a double
 * @param random gives numbers from 0 to below 1
 */
export function guestOrder<Drink>(
  menu: readonly Drink[],
  offersDouble: (drink: Drink) => boolean,
  random: () => number,
): GuestLine<Drink>[] {
  const count = random() < 0.78 ? 1 : random() < 0.8 ? 2 : 3;
  return Array.from({ length: count }, () => {
    const drink = favourite(menu, random);
    const isDouble = offersDouble(drink) && random() < 0.12;
    return { drink, quantity: random() < 0.9 ? 1 : 2, isDouble };
  });
}

/** Picks an item of a list, favouring earlier ones. Throws RangeError when the list is empty. */
export function favourite<Choice>(list: readonly Choice[], random: () => number): Choice {
  const chosen = list[Math.floor(random() * random() * list.length)];
  if (chosen === undefined) throw new RangeError('There is nothing to choose from');
  return chosen;
}

const tipPercents = [15, 18, 20, 25];

/** Tip on a price, in cents: mostly zero. */
export const guestTipCents = (priceCents: number, random: () => number): number =>
  random() < 0.45 ? Math.round((priceCents * favourite(tipPercents, random)) / 100) : 0;

/** Random failure of a drink, independent of stock levels. */
export const failsByChance = (random: () => number): boolean => random() < 0.025;
