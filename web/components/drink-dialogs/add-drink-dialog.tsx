import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { formatCents, formatMoney, toCents } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { unitChoice } from '../../../rules/units/unit-names.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { createDrink, type Drink, drinksQuery, type NewDrink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import type { Unit } from '../../api/units.ts';
import { useDialogPaths } from './dialog-paths.ts';
import { IngredientPicker } from '../ingredient-picker.tsx';
import { LoadError, LostFlags } from '../load-error.tsx';
import { chosenOf, newDrink, sameDrink, sumOf } from '../new-drink.ts';
import { WithTerm } from '../terms/term-label.tsx';
import { hasShape, useKeeping, useKept, useUnsaved } from '../form-state.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine, SkeletonField } from '../../ui/page.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { notify } from '../../ui/toasts.tsx';

interface AddDrinkDialogProps {
  readonly venue: { readonly id: string; readonly name: string };
  /** Units of the venue, at least one. */
  readonly units: readonly Unit[];
  readonly unit: Unit;
  readonly onUnit: (unit: Unit) => void;
  readonly onClose: () => void;
}

const noIngredients: readonly Ingredient[] = [];

/** Focuses the first field once the form is complete, unless something is typed already. */
function useFirstFocus(isComplete: boolean, isTyped: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isComplete && !isTyped) form.current?.querySelector<HTMLElement>('select, input')?.focus();
    // Only when the form becomes complete.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isComplete]);
  return form;
}

/** Form for a drink's name, price and ingredients; name and price are derived from the ingredients until edited. */
export function AddDrinkDialog({ venue, units, unit, onUnit, onClose }: AddDrinkDialogProps) {
  const { data, isPending, isLoadingError, refetch } = useQuery(
    unitIngredientsQuery(venue.id, unit.unitNumber),
  );
  const { data: drinks = [] } = useQuery(drinksQuery(venue.id, unit._id));
  const withDouble = useFlag('general--double-order', { kind: 'venue', key: venue.id });
  const id = `new drink ${unit._id}`;
  const kept = useKept(id, readDraft);
  const [draft, setDraft] = useState(kept ?? emptyDraft);
  const isTyped = isDrafted(draft);
  useUnsaved(isTyped);
  useKeeping(id, isTyped ? draft : null);
  const [wrong, setWrong] = useState<DrinkErrors>({});
  const { adding, problems: refused, add, forget } = useAddDrink();
  const ingredients = (data ?? noIngredients).filter(({ activeInUnit }) => activeInUnit);
  const problems = { ...refused, ...wrong };

  const change = (changes: Partial<DrinkDraft>, ...settled: DrinkField[]) => {
    if (adding) return;
    forget();
    setWrong(
      Object.fromEntries(
        Object.entries(wrong).filter(([field]) => !settled.some((one) => one === field)),
      ),
    );
    setDraft({ ...draft, ...changes });
  };
  const toggle = (id: string) =>
    change(
      {
        chosen: draft.chosen.includes(id)
          ? draft.chosen.filter((other) => other !== id)
          : [...draft.chosen, id],
      },
      'ingredients',
      ...(draft.typedName === null ? (['name'] as const) : []),
      ...(draft.typedPrice === null ? (['price'] as const) : []),
    );
  const close = () => {
    if (!adding) onClose();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (adding) return;
    const found = errorsOf(ingredients, drinks, draft);
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    add(drinkOf(ingredients, draft, { venueId: venue.id, unitId: unit._id, withDouble }));
  };
  const price = priceOf(ingredients, draft);
  const same = sameDrink(chosenOf(ingredients, draft.chosen), drinks);
  const dialogPaths = useDialogPaths();
  const form = useFirstFocus(ingredients.length > 0, isTyped);

  return (
    <Dialog title="Add a drink" onClose={close}>
      <form ref={form} noValidate className="stack gap-16" onSubmit={submit}>
        <p className="dim">
          Put one together, or <Link href={dialogPaths.classics}>add from the classics</Link>.
        </p>
        {problems.rest !== undefined && <ErrorLine>{problems.rest}</ErrorLine>}
        {units.length > 1 && (
          <SelectField
            label="Unit"
            value={unit._id}
            data={units.map((one) => ({ value: one._id, label: unitChoice(one) }))}
            onChange={({ currentTarget: { value } }) => {
              const other = units.find(({ _id }) => _id === value);
              if (!other) return;
              change({ chosen: [] }, 'ingredients');
              onUnit(other);
            }}
          />
        )}
        {isPending && <SkeletonField label="Ingredients of the drink" />}
        {isLoadingError && <LoadError what="ingredients" onRetry={refetch} />}
        <LostFlags venueId={venue.id} />
        {data && ingredients.length === 0 && (
          <p className="dim">
            This unit has nothing to pour yet.{' '}
            <Link href={paths.createIngredient}>Add Ingredient</Link>
          </p>
        )}
        {ingredients.length > 0 && (
          <IngredientPicker
            choices={ingredients.map((one) => ({
              id: one._id,
              name: one.name,
              priceCents: toCents(one.price),
            }))}
            chosen={draft.chosen}
            onToggle={toggle}
            error={problems.ingredients}
            hint={
              same && problems.ingredients === drinkMessages.alreadyCreated
                ? drinkMessages.sameAs(same.name)
                : undefined
            }
          />
        )}
        <TextField
          label="Drink name"
          autoComplete="off"
          maxLength={400}
          value={nameOf(ingredients, draft)}
          error={problems.name}
          onChange={({ currentTarget: { value } }) => change({ typedName: value }, 'name')}
        />
        <WithTerm term="drink-price" label="Drink price">
          <TextField
            label="Drink price"
            autoComplete="off"
            inputMode="decimal"
            value={price}
            error={problems.price}
            description={
              withDouble && draft.chosen.length > 0
                ? `A double will cost ${formatMoney(doublePriceOf(ingredients, draft))}`
                : undefined
            }
            onChange={({ currentTarget: { value } }) => change({ typedPrice: value }, 'price')}
          />
        </WithTerm>
        {dollarsOf(price) === 0 && (
          <p className="dim">At $0.00 it is given away and shows as “comp” in reports.</p>
        )}
        <div className="dialog-actions">
          <Button variant="default" disabled={adding} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={adding}>
            Add a drink
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface AddDrink {
  readonly adding: boolean;
  /** Errors returned by the server. */
  readonly problems: DrinkErrors;
  readonly add: (drink: NewDrink) => void;
  readonly forget: () => void;
}

const fields: readonly DrinkField[] = ['name', 'price', 'ingredients'];

function refusedFields(error: unknown): DrinkErrors {
  if (error === null) return {};
  const fieldErrors = fields.flatMap((field) => {
    const text = error instanceof ApiError ? error.fields.get(field) : undefined;
    return text === undefined ? [] : [[field, text]];
  });
  return fieldErrors.length > 0 ? Object.fromEntries(fieldErrors) : { rest: errorMessage(error) };
}

/** Adds a drink, then opens the menu with it highlighted. */
export function useAddDrink(): AddDrink {
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: createDrink,
    onSuccess: (drink) => {
      notify(drinkMessages.isOnMenu(drink), 'success');
      return navigate({ to: '.', href: paths.drinkInMenu(drink._id), ignoreBlocker: true });
    },
  });
  return { adding: isPending, problems: refusedFields(error), add: mutate, forget: reset };
}

// Draft of a drink: its name and price are derived from the chosen ingredients until edited.

export interface DrinkDraft {
  /** In the order chosen. */
  readonly chosen: readonly string[];
  /** null derives the name from the ingredients. */
  readonly typedName: string | null;
  readonly typedPrice: string | null;
}

export const emptyDraft: DrinkDraft = { chosen: [], typedName: null, typedPrice: null };

/** True when something was chosen or typed. */
export const isDrafted = ({ chosen, typedName, typedPrice }: DrinkDraft): boolean =>
  chosen.length > 0 || typedName !== null || typedPrice !== null;

/** Reads a draft that was kept over the end of a session. */
export function readDraft(kept: unknown): DrinkDraft | null {
  if (!hasShape(kept, { chosen: [''] })) return null;
  const { typedName = null, typedPrice = null } = kept as Partial<DrinkDraft>;
  return { chosen: kept.chosen, typedName, typedPrice };
}

export type DrinkField = 'name' | 'price' | 'ingredients';
export type DrinkErrors = Partial<Record<DrinkField | 'rest', string>>;

/** `Rum + Cola`, unless a name was entered. */
export const nameOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): string =>
  draft.typedName ?? newDrink(chosenOf(ingredients, draft.chosen), false).name;

/** Sum of the ingredient prices, unless a price was entered; empty without ingredients. */
export function priceOf(ingredients: readonly Ingredient[], draft: DrinkDraft): string {
  if (draft.typedPrice !== null) return draft.typedPrice;
  const parts = chosenOf(ingredients, draft.chosen);
  return parts.length === 0 ? '' : formatCents(sumOf(parts));
}

/** Price of a double, in dollars. */
export const doublePriceOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): number =>
  Math.max(
    dollarsOf(priceOf(ingredients, draft)) ?? 0,
    newDrink(chosenOf(ingredients, draft.chosen), true).doublePrice ?? 0,
  );

/** Validation errors of the draft by field. */
export function errorsOf(
  ingredients: readonly Ingredient[],
  drinks: readonly Drink[],
  draft: DrinkDraft,
): DrinkErrors {
  const price = priceOf(ingredients, draft).trim();
  const parts = chosenOf(ingredients, draft.chosen);
  return {
    ...(nameOf(ingredients, draft).trim() === '' && { name: drinkMessages.empty }),
    ...(price === '' && { price: drinkMessages.empty }),
    ...(price !== '' && dollarsOf(price) === null && { price: drinkMessages.badPrice }),
    ...(parts.length === 0 && { ingredients: drinkMessages.noIngredients }),
    ...(parts.length > 0 &&
      sameDrink(parts, drinks) && { ingredients: drinkMessages.alreadyCreated }),
  };
}

/** Request body for a valid draft. */
export const drinkOf = (
  ingredients: readonly Ingredient[],
  draft: DrinkDraft,
  at: { readonly venueId: string; readonly unitId: string; readonly withDouble: boolean },
): NewDrink => ({
  name: nameOf(ingredients, draft).trim(),
  price: dollarsOf(priceOf(ingredients, draft)) ?? 0,
  ...(at.withDouble && { doublePrice: doublePriceOf(ingredients, draft) }),
  ingredients: [...draft.chosen],
  venueId: at.venueId,
  unitId: at.unitId,
});
