import { Button } from '@mantine/core';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import { useQuery } from '@tanstack/react-query';
import { drinkDoublePriceCents, drinkPriceCents } from '../../../rules/drinks/drink-price.ts';
import { classicsOf } from '../../../rules/drinks/classics.ts';
import type { Classic } from '../../../rules/drinks/classics.ts';
import { formatCents, toCents, toDollars } from '../../../lib/money.ts';
import { drinksQuery } from '../../api/drinks.ts';
import { unitIngredientsQuery } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import { useFlag } from '../../context/use-flag.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Names } from '../../ui/names.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { LostFlags } from '../lost-flags.tsx';
import { Lost } from '../lost.tsx';
import styles from './drink-dialogs.module.css';
import { DrinkGlass } from './drink-glass.tsx';
import { useAddClassic } from './use-add-classic.ts';

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
  const classics = isReady
    ? classicsOf(
        stock.data.filter(({ activeInUnit }) => activeInUnit).map(loadedOf),
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
      <p className={styles['none']}>
        {isReady && classics.length === 0
          ? `${unitTitle(unit)} has every classic that can be made of what is loaded in it.`
          : `What ${unitInText(unit)} can pour at once, at the sum of its ingredients.`}
      </p>
      {problem !== null && <ErrorLine>{problem}</ErrorLine>}
      {lost && <Lost what={lost === stock ? 'ingredients' : 'drinks'} onRetry={lost.refetch} />}
      <LostFlags venueId={venue.id} />
      {!isReady && !lost && <SkeletonLine width={30} />}
      <ul className={styles['classics']} aria-label="Classics">
        {classics.map((classic) => (
          <li key={classic.name} className={styles['classic']}>
            <DrinkGlass colours={classic.colours} />
            <span className={styles['words']}>
              <strong>{classic.name}</strong>
              <span>
                <Names of={classic.ingredients.map(({ name }) => name)} />
              </span>
            </span>
            <span className={styles['price']}>
              {formatCents(drinkPriceCents(classic.ingredients))}
            </span>
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
      <div className={styles['buttons']}>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
