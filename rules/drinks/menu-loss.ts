/** Drinks that would leave the menus of units with a change, before it is made. */

/** An occupied position. */
export interface HeldPosition {
  readonly unitId: string;
  readonly position: number;
  readonly ingredientId: string;
}

export interface MenuDrink {
  readonly id: string;
  readonly unitId: string;
  readonly ingredientIds: readonly string[];
}

/** Menus of units: drinks that are switched on, ingredients that are active in their unit, and positions. */
export interface Menus {
  readonly drinks: readonly MenuDrink[];
  readonly active: readonly { readonly unitId: string; readonly ingredientId: string }[];
  readonly positions: readonly HeldPosition[];
}

/** What is going to be done. */
export interface MenuChange {
  /** Ingredients that are taken out of a unit. */
  readonly deactivate: readonly { readonly unitId: string; readonly ingredientId: string }[];
  /** Ids of drinks that are deleted. */
  readonly remove: readonly string[];
  /** Positions that get another ingredient. */
  readonly positions: readonly HeldPosition[];
  /** Ids of units that are deleted. */
  readonly retire: readonly string[];
}

const placeOf = ({ unitId, position }: HeldPosition): string => `${unitId} ${position}`;

const keyOf = ({ unitId, ingredientId }: { unitId: string; ingredientId: string }): string =>
  `${unitId} ${ingredientId}`;

/** Drinks on the menu: all of their ingredients are active in their unit. */
function onMenu(drinks: readonly MenuDrink[], active: ReadonlySet<string>): MenuDrink[] {
  return drinks.filter(({ unitId, ingredientIds }) =>
    ingredientIds.every((ingredientId) => active.has(keyOf({ unitId, ingredientId }))),
  );
}

/** Drinks that are on a menu now and would not be after the change, each once. */
export function drinksLost<Drink extends MenuDrink>(
  {
    drinks,
    active,
    positions,
  }: Pick<Menus, 'active' | 'positions'> & { readonly drinks: readonly Drink[] },
  change: MenuChange,
): Drink[] {
  const before = new Set(active.map(keyOf));
  const after = activeAfter({ active, positions }, change);
  const left = drinks.filter(
    ({ id, unitId }) => !change.remove.includes(id) && !change.retire.includes(unitId),
  );
  const stays = new Set(onMenu(left, after).map(({ id }) => id));
  const was = new Set(onMenu(drinks, before).map(({ id }) => id));
  return drinks.filter(({ id }) => was.has(id) && !stays.has(id));
}

/** An ingredient that loses its last position is inactive; one that gets a position is active. */
function activeAfter(
  { active, positions }: Pick<Menus, 'active' | 'positions'>,
  { deactivate, positions: placed }: MenuChange,
): Set<string> {
  const after = new Set(active.map(keyOf));
  const taken = new Set(placed.map(placeOf));
  const kept = positions.filter((held) => !taken.has(placeOf(held)));
  const held = new Set([...kept, ...placed].map(keyOf));
  for (const lost of positions.map(keyOf)) if (!held.has(lost)) after.delete(lost);
  for (const one of placed) after.add(keyOf(one));
  for (const one of deactivate) after.delete(keyOf(one));
  return after;
}

// Finds drinks that can no longer be sold when ingredients are removed from a unit.

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
