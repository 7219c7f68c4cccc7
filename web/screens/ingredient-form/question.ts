/** Confirmation before an ingredient is saved. */
import { leavingDrinks } from '../../../rules/drinks/leaving-drinks.ts';
import { ingredientFormMessages, menuMessages } from '../../../rules/messages.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { takenOf } from './holders.ts';
import type { Holders } from './holders.ts';

export interface Confirmation {
  readonly text: string;
  readonly details: readonly string[];
  readonly confirmLabel: string;
  readonly danger?: true;
  /** Confirming removes the ingredient from the unit. */
  readonly deactivates: boolean;
}

interface Save {
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
function lossesOf({ holders, chosen, drinks }: Save): string[] {
  const positionsById = new Map<string | null, { name: string; positions: string[] }>();
  for (const [position, { id, name }] of takenOf(holders, chosen)) {
    const { positions } = positionsById.get(id) ?? { positions: [] };
    positionsById.set(id, { name, positions: [...positions, position] });
  }
  const lost = [...positionsById].flatMap(([id, { name, positions }]) => {
    const held = [...holders.values()].filter((holder) => holder.id === id);
    return id !== null && held.length === positions.length ? [{ id, name }] : [];
  });
  return [
    ...[...positionsById.values()].map(({ name, positions }) => `${name}: ${positions.join(', ')}`),
    ...lost.map(({ name }) => ingredientFormMessages.noLongerStocked(name)),
    ...leaving(
      drinks,
      lost.map(({ id }) => id),
    ),
  ];
}

/**
 * Without positions, confirms the removal. With inventory management, confirms position changes; without it, confirms
 * replacing other ingredients. Null when no confirmation is needed.
 */
export function confirmationFor(save: Save): Confirmation | null {
  const { before, chosen, holders, drinks, managesInventory } = save;
  if (before && chosen.length === 0) {
    return {
      text: menuMessages.deactivate,
      details: before.activeInUnit
        ? leaving(drinks, [before._id])
        : [ingredientFormMessages.isNotStocked(before.name)],
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
      details: lossesOf(save),
      confirmLabel: 'Change positions',
      deactivates: false,
    };
  }
  if (takenOf(holders, chosen).length === 0) return null;
  return {
    text: ingredientFormMessages.occupied,
    details: lossesOf(save),
    confirmLabel: 'Overwrite',
    danger: true,
    deactivates: false,
  };
}
