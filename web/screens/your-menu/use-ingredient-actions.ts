/** Actions of an ingredient, wherever it is shown. */
import type { RefObject } from 'react';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { CardAction } from './card-actions.tsx';
import { confirmDeactivate, confirmRestore, deactivate, restoreAll } from './ingredient-actions.ts';
import type { RestoreAt } from './ingredient-actions.ts';
import { useBusy } from './use-busy.ts';

interface IngredientActions {
  /** Restore where it is possible, then Edit, then Deactivate for a stocked ingredient, then History. */
  readonly actions: readonly CardAction[];
  readonly isBusy: boolean;
  /** Element that takes the focus when an action removes the focused button. */
  readonly home: RefObject<HTMLElement | null>;
}

interface CardPlace {
  readonly unitNumber: number;
  /** Location of a restore; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
  /** Of the unit; undefined while loading and when unavailable. */
  readonly drinks: readonly Drink[] | undefined;
}

export function useIngredientActions(
  ingredient: Ingredient,
  { unitNumber, restoreAt, drinks }: CardPlace,
): IngredientActions {
  const { _id: id, unitId, activeInUnit, isCapacityFull } = ingredient;
  const { busy, run, home } = useBusy<'restore' | 'deactivate'>();
  const restore = async (at: RestoreAt) => {
    const isSure = await confirmRestore([ingredient]);
    if (isSure) run('restore', () => restoreAll([ingredient], at));
  };
  const takeOut = async () => {
    const isSure = await confirmDeactivate(ingredient, drinks);
    if (isSure) run('deactivate', () => deactivate(ingredient));
  };
  const mayChange = may('ingredients.write');
  const actions: CardAction[] = mayChange
    ? [{ label: 'Edit', href: paths.ingredient(id, unitId) }]
    : [];
  if (restoreAt && !isCapacityFull) {
    actions.unshift({
      label: busy === 'restore' ? 'Restoring…' : 'Restore',
      onSelect: () => void restore(restoreAt),
    });
  }
  if (activeInUnit && mayChange) {
    actions.push({
      label: busy === 'deactivate' ? 'Deactivating…' : 'Deactivate',
      onSelect: () => void takeOut(),
    });
  }
  if (may('stock.read')) {
    const search = { venue: ingredient.venueId, ingredient: id };
    const href = paths.movements(unitNumber, search);
    actions.push({ label: 'History', href, isInMenu: true });
  }
  return { actions, isBusy: busy !== null, home };
}
