import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatCents, toCents, toDollars } from '../../../lib/money.ts';
import { type Classic, classicsOf } from '../../../rules/drinks/classics.ts';
import { drinkDoublePriceCents, drinkPriceCents } from '../../../rules/drinks/drink-price.ts';
import type { PourColour } from '../../../rules/drinks/pour-kinds.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import { errorMessage } from '../../api/api-error.ts';
import { createDrink, drinksQuery, type NewDrink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import type { Unit } from '../../api/units.ts';
import { LoadError, LostFlags } from '../load-error.tsx';
import { paths } from '../../paths.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorLine, SkeletonLine } from '../../ui/page.tsx';
import { Names } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { notify } from '../../ui/toasts.tsx';
import drinkDialogsStyles from './drink-dialogs.module.css';
import styles from './drink-glass.module.css';

const noClassics = (unit: Unit, drinks: number): string =>
  drinks === 0
    ? `No classic can be made of what is loaded in ${unitInText(unit)}.`
    : `${unitTitle(unit)} has every classic that can be made of what is loaded in it.`;

interface ClassicsDialogProps {
  readonly venue: { readonly id: string; readonly name: string };
  readonly unit: Unit;
  readonly onClose: () => void;
}

/** An ingredient with the name that recipes match. */
interface Loaded {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  readonly doublePriceCents: number;
}

const loadedOf = ({ _id, name, price, doublePrice }: Ingredient): Loaded => ({
  id: _id,
  name,
  priceCents: toCents(price),
  doublePriceCents: toCents(doublePrice),
});

/** Well-known cocktails that this unit can pour now; one click adds one. */
export function ClassicsDialog({ venue, unit, onClose }: ClassicsDialogProps) {
  const stock = useQuery(unitIngredientsQuery(venue.id, unit.unitNumber));
  const drinks = useQuery(drinksQuery(venue.id, unit._id));
  const withDouble = useFlag('general--double-order', { kind: 'venue', key: venue.id });
  const { adding, problem, add } = useAddClassic();
  const lost = [stock, drinks].find(({ isLoadingError }) => isLoadingError);
  const isReady = stock.data !== undefined && drinks.data !== undefined;
  const loaded = stock.data?.filter(({ activeInUnit }) => activeInUnit).map(loadedOf) ?? [];
  const classics = isReady
    ? classicsOf(
        loaded,
        drinks.data.map(({ ingredients }) => ingredients.map(({ _id }) => _id)),
      )
    : [];
  const addClassic = ({ name, ingredients }: Classic<Loaded>) =>
    add({
      name,
      price: toDollars(drinkPriceCents(ingredients)),
      ...(withDouble && { doublePrice: toDollars(drinkDoublePriceCents(ingredients)) }),
      ingredients: ingredients.map(({ id }) => id),
      venueId: venue.id,
      unitId: unit._id,
    });

  return (
    <Dialog title="Add from the classics" onClose={onClose}>
      {stock.data && loaded.length < 2 ? (
        <EmptyState action={<LinkButton href={paths.createIngredient}>Add Ingredient</LinkButton>}>
          Load at least two bottles first.
        </EmptyState>
      ) : (
        <p className="dim">
          {isReady && classics.length === 0
            ? noClassics(unit, drinks.data.length)
            : `What ${unitInText(unit)} can pour at once, at the sum of its ingredients.`}
        </p>
      )}
      {problem !== null && <ErrorLine>{problem}</ErrorLine>}
      {lost && (
        <LoadError what={lost === stock ? 'ingredients' : 'drinks'} onRetry={lost.refetch} />
      )}
      <LostFlags venueId={venue.id} />
      {!isReady && !lost && <SkeletonLine width={30} />}
      <ul className={drinkDialogsStyles['classics']} aria-label="Classics">
        {classics.map((classic) => (
          <li key={classic.name} className={drinkDialogsStyles['classic']}>
            <DrinkGlass colours={classic.colours} />
            <span className={drinkDialogsStyles['words']}>
              <strong>{classic.name}</strong>
              <span>
                <Names of={classic.ingredients.map(({ name }) => name)} />
              </span>
            </span>
            <span className="tabular">{formatCents(drinkPriceCents(classic.ingredients))}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Add ${classic.name}`}
              loading={adding === classic.name}
              onClick={() => addClassic(classic)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

interface AddClassic {
  /** Name of the classic being added. */
  readonly adding: string | null;
  readonly problem: string | null;
  readonly add: (drink: NewDrink) => void;
}

/** Adds classics one after the other; the dialog stays open for the next. */
export function useAddClassic(): AddClassic {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: createDrink,
    onSuccess: (drink) => notify(drinkMessages.isOnMenu(drink), 'success'),
  });
  return {
    adding: isPending ? variables.name : null,
    problem: error === null ? null : errorMessage(error),
    add: (drink) => {
      if (!isPending) mutate(drink);
    },
  };
}

/** A glass with a layer in the colour of each ingredient; decorative, the text next to it has the same information. */
export function DrinkGlass({ colours }: { readonly colours: readonly PourColour[] }) {
  const inside = useId();
  const height = 26 / colours.length;
  return (
    <svg className={styles['glass']} viewBox="0 0 28 40" aria-hidden="true" focusable="false">
      <clipPath id={inside}>
        <path d="M4 6h20l-2 28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" />
      </clipPath>
      <g clipPath={`url(#${inside})`}>
        <rect width="28" height="40" className={styles['empty']} />
        {colours.map((colour, index) => (
          <rect
            // Layers are identified only by their index.
            key={`${colour} ${String(index)}`}
            width="28"
            height={height + 0.5}
            y={36 - height * (index + 1)}
            data-colour={colour}
            className={styles['layer']}
          />
        ))}
      </g>
      <path d="M4 6h20l-2 28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" className={styles['edge']} />
    </svg>
  );
}
