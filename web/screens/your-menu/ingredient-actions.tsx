import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { leavingDrinks } from '../../../rules/drinks/menu-loss.ts';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { changeMessages } from '../../../rules/change-messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Drink } from '../../api/drinks.ts';
import {
  deactivateIngredient,
  type Ingredient,
  reactivateIngredient,
  restoreIngredient,
} from '../../api/ingredients.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
import { menuLossPreview } from '../../components/menu-loss-preview.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import type { MenuAction } from '../../ui/action-list.tsx';
import { sharedValue } from '../../ui/hooks.ts';
import styles from './card-actions.module.css';

/** Action of a card; the first one is its primary action. */
export interface CardAction {
  readonly label: string;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly icon?: ReactNode;
  /** In the menu of a card too, as of a row. */
  readonly isInMenu?: boolean;
}

interface CardActionsProps {
  /** Name of the ingredient or drink. */
  readonly name: string;
  readonly actions: readonly CardAction[];
  /** True while one of them runs. */
  readonly isBusy: boolean;
  /** True to show the first action only, and the others in a menu. */
  readonly isFolded: boolean;
  /** Moves by one, which are in the menu. */
  readonly steps: readonly MenuAction[];
  /** Shown above the menu. */
  readonly note: ReactNode;
}

export function CardActions(props: CardActionsProps) {
  const { name, actions, isBusy, isFolded, steps, note } = props;
  const shown = isFolded ? actions.slice(0, 1) : actions.filter(({ isInMenu }) => !isInMenu);
  const inMenu = actions.filter((action) => !shown.includes(action));
  return (
    <span className={styles['doing']} data-folded={isFolded}>
      {shown.map(({ label, href, onSelect, icon }) => {
        const text = (
          <>
            {icon}
            {label} <span className="sr-only">{name}</span>
          </>
        );
        // A number and not the label, which changes while the action runs: the button keeps the focus.
        const key = actions.findIndex((action) => action.label === label) - actions.length;
        return href === undefined ? (
          <button key={key} type="button" aria-disabled={isBusy} onClick={onSelect}>
            {text}
          </button>
        ) : (
          <Link key={key} plain href={href}>
            {text}
          </Link>
        );
      })}
      {(isFolded || inMenu.length > 0) && (
        <ActionMenu
          label={`More for ${name}`}
          about={name}
          note={note}
          actions={[
            ...inMenu.map(({ label, href, onSelect }) => ({
              label,
              href,
              onSelect,
              isDisabled: isBusy,
            })),
            ...(isFolded ? steps : []),
          ]}
        />
      )}
    </span>
  );
}

// Card actions on ingredients and their confirmations.

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
      changeMessages.ingredientDeactivated(name),
      () => reactivateIngredient(ingredient),
      changeMessages.ingredientBack(name),
    );
  return done;
}

// Actions of an ingredient, wherever it is shown.

interface IngredientActions {
  /** Restore where it is possible, then Edit, then Deactivate for a stocked ingredient, then History in a menu. */
  readonly actions: readonly CardAction[];
  readonly isBusy: boolean;
  /** Element that takes the focus when an action removes the focused button. */
  readonly home: RefObject<HTMLElement | null>;
}

interface CardPlace {
  readonly unitNumber: number;
  /** Location of a restore; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
  /** A card has no room for a menu beside these. */
  readonly isFolded: boolean;
  /** Of the unit; undefined while loading and when unavailable. */
  readonly drinks: readonly Drink[] | undefined;
}

export function useIngredientActions(
  ingredient: Ingredient,
  { unitNumber, restoreAt, isFolded, drinks }: CardPlace,
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
  if (isFolded && may('stock.read')) {
    const search = { venue: ingredient.venueId, ingredient: id };
    const href = paths.movements(unitNumber, search);
    actions.push({ label: 'History', href });
  }
  return { actions, isBusy: busy !== null, home };
}

interface Busy<Name> {
  /** Action in progress. */
  readonly busy: Name | null;
  /** Runs one action at a time; further ones are ignored. */
  readonly run: (name: Name, action: () => Promise<unknown>) => void;
  /** Element that takes the focus when the action removes the focused button. */
  readonly home: RefObject<HTMLElement | null>;
}

export function useBusy<Name extends string>(): Busy<Name> {
  const [busy, setBusy] = useState<Name | null>(null);
  const home = useRef<HTMLElement>(null);
  const hasRun = useRef(false);
  useLayoutEffect(() => {
    if (!hasRun.current || document.activeElement !== document.body) return;
    hasRun.current = false;
    home.current?.focus({ preventScroll: true });
  });
  return {
    busy,
    run: (name, action) => {
      if (busy !== null) return;
      hasRun.current = true;
      setBusy(name);
      void action().finally(() => setBusy(null));
    },
    home,
  };
}

// Error reporting for actions on ingredients and drinks.

/** Error of an ingredient name, which has its own spot on the screen. */
export const nameError = sharedValue<string | null>(null);

/** Runs an action; an error that is about no name is a toast. Returns true on success. */
export async function attemptOnCard(
  about: string,
  action: () => Promise<unknown>,
): Promise<boolean> {
  nameError.set(null);
  const done = await attempt(about, () => action().catch(keepNameError));
  return done && nameError.get() === null;
}

function keepNameError(error: unknown): void {
  const aboutName = error instanceof ApiError ? error.fields.get('name') : undefined;
  if (aboutName === undefined) throw error;
  nameError.set(aboutName);
}
