/** What guests ask for: mostly one drink of the upper half of the menu, now and then two, a double, a tip. */

export interface GuestLine<Drink> {
  readonly drink: Drink;
  /** 1 or 2. */
  readonly quantity: number;
  readonly isDouble: boolean;
}

/**
 * The lines of one order, one to three.
 * @param menu in the order it is shown; must not be empty
 * @param offersDouble whether a guest would pay more for a double of this drink
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

/** One of a list, the earlier ones more often. Throws RangeError when there is nothing to choose from. */
export function favourite<Choice>(list: readonly Choice[], random: () => number): Choice {
  const chosen = list[Math.floor(random() * random() * list.length)];
  if (chosen === undefined) throw new RangeError('There is nothing to choose from');
  return chosen;
}

const tipPercents = [15, 18, 20, 25];

/** What a guest adds to a price, in cents: nothing more often than not. */
export const guestTipCents = (priceCents: number, random: () => number): number =>
  random() < 0.45 ? Math.round((priceCents * favourite(tipPercents, random)) / 100) : 0;

/** How often a drink goes wrong while every place has enough in it. */
export const failsByChance = (random: () => number): boolean => random() < 0.025;
