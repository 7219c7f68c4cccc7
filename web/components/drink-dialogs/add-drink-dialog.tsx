import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { drinkMessages } from '../../../rules/messages.ts';
import { formatMoney, toCents } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { drinksQuery } from '../../api/drinks.ts';
import { unitIngredientsQuery } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { unitChoice } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import { paths } from '../../paths.ts';
import { useFlag } from '../../context/use-flag.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonField } from '../../ui/skeletons.tsx';
import { IngredientPicker } from '../ingredient-picker.tsx';
import { LostFlags } from '../lost-flags.tsx';
import { Lost } from '../lost.tsx';
import { chosenOf, sameDrink } from '../new-drink.ts';
import { WithTerm } from '../terms/term-label.tsx';
import { useDialogPaths } from './dialog-paths.ts';
import { useKeeping, useKept } from '../use-kept.ts';
import { useUnsaved } from '../use-unsaved.ts';
import {
  doublePriceOf,
  drinkOf,
  isDrafted,
  readDraft,
  emptyDraft,
  nameOf,
  priceOf,
  errorsOf,
} from './drink-draft.ts';
import type { DrinkDraft, DrinkField, DrinkErrors } from './drink-draft.ts';
import styles from './drink-dialogs.module.css';
import { useAddDrink } from './use-add-drink.ts';

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
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        <p className={styles['none']}>
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
        {isLoadingError && <Lost what="ingredients" onRetry={refetch} />}
        <LostFlags venueId={venue.id} />
        {data && ingredients.length === 0 && (
          <p className={styles['none']}>
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
          <p className={styles['none']}>
            At $0.00 it is given away and shows as “comp” in reports.
          </p>
        )}
        <div className={styles['buttons']}>
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
