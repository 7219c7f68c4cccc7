/** Confirmation before an ingredient is saved, and the other ingredients at its positions. */
import { leavingDrinks } from '../../../rules/drinks/leaving-drinks.ts';
import { menuMessages } from '../../../rules/messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/ingredient-form-messages.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { MenuChange } from '../../api/menu-loss.ts';

export interface Holder {
  /** null when the position is occupied by an unknown ingredient. */
  readonly id: string | null;
  readonly name: string;
}

export type Holders = ReadonlyMap<string, Holder>;

/**
 * Holders by position.
 * @param ingredients of the unit; undefined while loading and when unavailable
 * @param occupied positions of the unit, from a separate endpoint; undefined likewise
 * @param own the ingredient itself; null when it is new
 */
export function holdersOf(
  ingredients: readonly Ingredient[] | undefined,
  occupied: readonly string[] | undefined,
  own: Pick<Ingredient, '_id' | 'positionInUnit'> | null,
): Holders {
  const known = (ingredients ?? []).flatMap(({ _id, name, positionInUnit }) =>
    positionInUnit.map((position) => [position, { id: _id, name }] as const),
  );
  const holders = new Map<string, Holder>(
    (occupied ?? []).map((position) => [position, { id: null, name: 'Another ingredient' }]),
  );
  if (!ingredients) for (const position of own?.positionInUnit ?? []) holders.delete(position);
  for (const [position, holder] of known) holders.set(position, holder);
  for (const [position, { id }] of holders) if (own && id === own._id) holders.delete(position);
  return holders;
}

/** Chosen positions that are occupied, in order. */
export const takenOf = (holders: Holders, chosen: readonly string[]): [string, Holder][] =>
  chosen.flatMap((position): [string, Holder][] => {
    const holder = holders.get(position);
    return holder ? [[position, holder]] : [];
  });

/** Ingredients shown to the user as being replaced; undefined, which permits any, when one of them is unknown. */
export function overridesOf(
  holders: Holders,
  chosen: readonly string[],
): Record<string, string> | undefined {
  const overrides: Record<string, string> = {};
  for (const [position, { id }] of takenOf(holders, chosen)) {
    if (id === null) return undefined;
    overrides[position] = id;
  }
  return overrides;
}

export interface Confirmation {
  readonly text: string;
  readonly details: readonly string[];
  readonly confirmLabel: string;
  readonly danger?: true;
  /** Confirming removes the ingredient from the unit. */
  readonly deactivates: boolean;
  /** What takes drinks off the menu of the unit; null when none leaves. */
  readonly loss: Omit<MenuChange, 'timezone'> | null;
}

interface Save {
  /** Number of the unit. */
  readonly unitNumber: number;
  /** Current state of the ingredient in the unit; null when it is not in the unit yet. */
  readonly before: Pick<Ingredient, '_id' | 'name' | 'positionInUnit' | 'activeInUnit'> | null;
  /** In numeric order. */
  readonly chosen: readonly string[];
  readonly holders: Holders;
  /** Known drinks of the unit. */
  readonly drinks: readonly Drink[];
  readonly managesInventory: boolean;
}

const leaving = (drinks: readonly Drink[], lostIds: readonly string[]): string[] =>
  leavingDrinks(drinks, lostIds).map(({ name }) => ingredientFormMessages.leavesMenu(name));

/**
 * `Beefeater: 3, 4`, then the ingredients that lose their last position, and the drinks that leave the menu as a
 * result.
 */
function lossesOf(save: Save): Pick<Confirmation, 'details' | 'loss'> {
  const { holders, chosen, drinks } = save;
  const positionsById = new Map<string | null, { name: string; positions: string[] }>();
  for (const [position, { id, name }] of takenOf(holders, chosen)) {
    const { positions } = positionsById.get(id) ?? { positions: [] };
    positionsById.set(id, { name, positions: [...positions, position] });
  }
  const lost = [...positionsById].flatMap(([id, { name, positions }]) => {
    const held = [...holders.values()].filter((holder) => holder.id === id);
    return id !== null && held.length === positions.length ? [{ id, name }] : [];
  });
  const leaves = leaving(
    drinks,
    lost.map(({ id }) => id),
  );
  const details = [
    ...[...positionsById.values()].map(({ name, positions }) => `${name}: ${positions.join(', ')}`),
    ...lost.map(({ name }) => ingredientFormMessages.noLongerStocked(name)),
    ...leaves,
  ];
  return { details, loss: leaves.length === 0 ? null : { positions: placedBy(save) } };
}

/** Positions that this ingredient takes from others. */
const placedBy = ({ holders, chosen, before, unitNumber }: Save) =>
  takenOf(holders, chosen).map(([position]) => ({
    unit: String(unitNumber),
    position: Number(position),
    // A new ingredient has no id yet, and is part of no drink.
    ingredientId: before?._id ?? 'new',
  }));

/**
 * Without positions, confirms the removal. With inventory management, confirms position changes; without it, confirms
 * replacing other ingredients. Null when no confirmation is needed.
 */
export function confirmationFor(save: Save): Confirmation | null {
  const { before, chosen, holders, drinks, managesInventory, unitNumber } = save;
  if (before && chosen.length === 0) {
    // Nothing is taken out of the unit.
    if (!before.activeInUnit && before.positionInUnit.length === 0) return null;
    const details = leaving(drinks, [before._id]);
    const deactivate = [{ unit: String(unitNumber), ingredientId: before._id }];
    return {
      text: menuMessages.deactivate,
      details,
      loss: details.length === 0 ? null : { deactivate },
      confirmLabel: 'Deactivate',
      danger: true,
      deactivates: true,
    };
  }
  if (managesInventory) {
    const isChanged = chosen.join() !== (before?.positionInUnit ?? []).join();
    if (!isChanged) return null;
    return {
      text: ingredientFormMessages.positionsChanged,
      ...lossesOf(save),
      confirmLabel: 'Change positions',
      deactivates: false,
    };
  }
  if (takenOf(holders, chosen).length === 0) return null;
  return {
    text: ingredientFormMessages.occupied,
    ...lossesOf(save),
    confirmLabel: 'Overwrite',
    danger: true,
    deactivates: false,
  };
}
