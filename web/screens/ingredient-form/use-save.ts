/** Sends the form in an order that leaves no partial state, and shows the errors. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { leavingDrinks } from '../../../rules/drinks/menu-loss.ts';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { changeMessages } from '../../../rules/change-messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { ApiError, errorMessage, isConflict } from '../../api/api-error.ts';
import type { Drink } from '../../api/drinks.ts';
import { type Picture, uploadPicture } from '../../api/files.ts';
import {
  createIngredient,
  deactivateIngredient,
  type Ingredient,
  ingredientQuery,
  updateIngredient,
} from '../../api/ingredients.ts';
import type { MenuChange } from '../../api/menu-loss.ts';
import { queryClient } from '../../api/endpoint-query.ts';
import type { Unit } from '../../api/units.ts';
import { offerUndo } from '../../components/attempt.ts';
import { paths } from '../../paths.ts';
import { type DraftHandle, type Field, fieldOf, type HeldDraft } from './draft.ts';
import { changesOf, type Errors, newIngredientOf, type Shown } from './draft-request.ts';
import { notify, withdrawNotice } from '../../ui/toasts.tsx';

/** The picture upload failed and nothing was saved. */
class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
}

interface Plan {
  readonly held: HeldDraft;
  readonly unit: Unit;
  readonly shown: Shown;
  /** True when the ingredient exists in the venue but is new to the unit. */
  readonly isNewThere: boolean;
  /** A picture that was not uploaded yet. */
  readonly picture: Picture | null;
  /** Ingredients to replace, by position; undefined permits any. */
  readonly overrides: Record<string, string> | undefined;
  /** True when it is removed from the unit. */
  readonly deactivates: boolean;
  /** True when another ingredient is to be added. */
  readonly thenAnother: boolean;
}

const keyOf = (venueId: string, picture: Picture): Promise<string> =>
  uploadPicture(venueId, picture).catch((error: unknown) => {
    throw new UploadFailed('The picture has not arrived', { cause: error });
  });

/** @returns the ingredient as it is now */
async function save(plan: Plan): Promise<Ingredient> {
  const { held, unit, shown, isNewThere, picture, overrides, deactivates } = plan;
  const { draft, seen } = held;
  const { venueId, _id: unitId } = unit;
  const more = {
    ...(picture && { imageURL: await keyOf(venueId, picture) }),
    ...(overrides && { overrides }),
  };
  if (!seen) {
    const added = { ...newIngredientOf(draft, shown, { venueId, unitId }), ...more };
    return createIngredient(added);
  }
  const changes = { ...changesOf(draft, seen, shown, isNewThere), ...more };
  const names = Object.keys(changes).filter((name) => name !== 'overrides');
  // Clearing the positions is also part of the deactivation, so the update is sent only when other fields changed.
  const saysMore = names.some((name) => name !== 'positionInUnit');
  const updated = !deactivates || saysMore ? await updateIngredient(seen, changes) : seen;
  return deactivates ? deactivateIngredient(updated) : updated;
}

interface SaveHandle {
  readonly isSaving: boolean;
  /** Errors by field. */
  readonly problems: Errors;
  readonly setErrors: (problems: Errors) => void;
  /** Server messages, one per line. */
  readonly alerts: readonly string[];
  /** Number of rejected attempts. */
  readonly refusals: number;
  readonly refuse: (problems: Errors) => void;
  readonly send: (plan: Plan) => void;
}

const fields: readonly Field[] = [...Object.values(fieldOf), 'imageURL'];

function errorsOf(error: unknown): Errors {
  if (error instanceof UploadFailed) return { imageURL: ingredientFormMessages.notUploaded };
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries([...error.fields].filter(([name]) => fields.some((f) => f === name)));
}

function alertsOf(error: unknown): string[] {
  if (error === null || error instanceof UploadFailed) return [];
  const lines = error instanceof ApiError ? [...new Set(error.fields.values())] : [];
  return lines.length > 0 ? lines : [errorMessage(error)];
}

const upload = 'upload image';

/**
 * @param onSaved called before navigating to Your Menu
 * @param onAnother called instead of navigating there, when another ingredient is to be added
 */
export function useSave(
  accept: DraftHandle['accept'],
  onSaved: () => void,
  onAnother: (() => void) | null = null,
): SaveHandle {
  const navigate = useNavigate();
  const [problems, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const isSending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: save });

  const refuse = (found: Errors) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };

  return {
    isSaving: isPending,
    problems,
    setErrors,
    alerts: alertsOf(error),
    refusals,
    refuse: (found) => {
      reset();
      refuse(found);
    },
    send: (plan) => {
      if (isSending.current) return;
      isSending.current = true;
      setErrors({});
      mutate(plan, {
        onSuccess: (ingredient) => {
          const { draft, seen } = plan.held;
          const done = ingredientFormMessages.savedAt(draft.name.trim(), draft.positions);
          reportSaved(done, plan.isNewThere ? null : seen, ingredient);
          onSaved();
          if (plan.thenAnother && onAnother) {
            onAnother();
            return;
          }
          const href = paths.ingredientInMenu(ingredient._id);
          void navigate({ to: '.', href, ignoreBlocker: true });
        },
        onError: (failure) => {
          const { stored, unit } = plan.held;
          const now =
            stored && queryClient.getQueryData(ingredientQuery(stored._id, unit._id).queryKey);
          if (isConflict(failure) && now) accept(now);
          if (failure instanceof UploadFailed) {
            notify(ingredientFormMessages.uploadFailed, 'error', upload);
          } else withdrawNotice(upload);
          refuse(errorsOf(failure));
        },
        onSettled: () => {
          isSending.current = false;
        },
      });
    },
  };
}

// Confirmation before an ingredient is saved, and the other ingredients at its positions.

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

const labels = { price: 'Price', doublePrice: 'Price for double' } as const;
const priceFields = ['price', 'doublePrice'] as const;

const textOf = (amount: number | undefined): string =>
  amount === undefined ? changeMessages.none : formatMoney(amount);

/**
 * Reports that an ingredient was saved, with Undo for prices that changed.
 * @param before null when it is new to the unit
 */
export function reportSaved(done: string, before: Ingredient | null, after: Ingredient): void {
  const changed =
    before === null ? [] : priceFields.filter((field) => before[field] !== after[field]);
  if (before === null || changed.length === 0) return notify(done, 'success');
  const former = Object.fromEntries(changed.map((field) => [field, before[field]]));
  const texts = changed.map((field) =>
    changeMessages.changed(labels[field], textOf(before[field]), textOf(after[field])),
  );
  const back = changed.map((field) => textOf(before[field])).join(', ');
  offerUndo(
    [done, ...texts].join('. '),
    () => updateIngredient(after, former),
    changeMessages.changedBack(`Price of ${after.name}`, back),
  );
}
