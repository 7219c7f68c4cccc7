/** Card actions on ingredients and their confirmations. */
import { leavingDrinks } from '../../../rules/drinks/leaving-drinks.ts';
import { menuMessages, undoMessages } from '../../../rules/messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/ingredient-form-messages.ts';
import type { Drink } from '../../api/drinks.ts';
import {
  deactivateIngredient,
  reactivateIngredient,
  restoreIngredient,
} from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { menuLossPreview } from '../../components/menu-loss-preview.ts';
import { offerUndo } from '../../components/offer-undo.ts';
import { confirm } from '../../ui/confirm.tsx';
import { attemptOnCard } from './errors.ts';

/** Venue and unit of a restore. */
export interface RestoreAt {
  readonly unitNumber: number;
  readonly venueName: string;
}

/** One confirmation for all: a drink may have several ingredients to restore. */
export function confirmRestore(ingredients: readonly Ingredient[]): Promise<boolean> {
  const details = ingredients.length > 1 ? ingredients.map(({ name }) => name) : [];
  return confirm({ text: menuMessages.restore, details, confirmLabel: 'Restore' });
}

export const restoreAll = (
  ingredients: readonly Ingredient[],
  { unitNumber, venueName }: RestoreAt,
): Promise<boolean> =>
  attemptOnCard(`restore ${ingredients.map(({ _id }) => _id).join(' ')}`, () =>
    Promise.all(ingredients.map((one) => restoreIngredient(one, unitNumber, venueName))),
  );

/** @param drinks of the unit, if known by now; the confirmation names those that leave the menu */
export function confirmDeactivate(
  ingredient: Ingredient,
  drinks: readonly Drink[] | undefined,
): Promise<boolean> {
  const leaving = leavingDrinks(drinks ?? [], [ingredient._id]);
  return confirm({
    text: menuMessages.deactivate,
    details: leaving.map(({ name }) => ingredientFormMessages.leavesMenu(name)),
    preview:
      drinks && leaving.length === 0
        ? undefined
        : menuLossPreview(
            ingredient.venueId,
            { deactivate: [{ unit: ingredient.unitId, ingredientId: ingredient._id }] },
            'Deactivate',
          ),
    confirmLabel: 'Deactivate',
    danger: true,
  });
}

export async function deactivate(ingredient: Ingredient): Promise<boolean> {
  const { _id: id, name } = ingredient;
  const done = await attemptOnCard(`deactivate ${id}`, () => deactivateIngredient(ingredient));
  if (done)
    offerUndo(
      undoMessages.ingredientDeactivated(name),
      () => reactivateIngredient(ingredient),
      undoMessages.ingredientBack(name),
    );
  return done;
}
