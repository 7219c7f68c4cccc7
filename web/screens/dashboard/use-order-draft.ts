import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drinksQuery } from '../../api/drinks.ts';
import type { Unit } from '../../api/units.ts';
import { canSell, drinkCents, emptyDrink, isEmpty, offerOf } from './order-draft.ts';
import type { DraftDrink, Offer } from './order-draft.ts';

export interface OrderDraft {
  readonly unit: Unit | undefined;
  readonly offer: Offer;
  /** Error for which the drinks of the unit could not be loaded; null otherwise. */
  readonly lost: { readonly error: Error; readonly retry: () => void } | null;
  /** The completed drinks. */
  readonly ready: readonly DraftDrink[];
  /** The drink being edited; the last of the order unless empty. */
  readonly open: DraftDrink;
  readonly totalCents: number;
  readonly chooseUnit: (unitNumber: number) => void;
  /** null builds the drink from ingredients. */
  readonly chooseDrink: (drinkId: string | null) => void;
  readonly toggle: (ingredientId: string) => void;
  readonly setDouble: (isDouble: boolean) => void;
  readonly setQuantity: (quantity: number) => void;
  readonly startAnother: () => void;
  readonly remove: (index: number) => void;
}

/** @param units of the venue; the order starts with the first that can pour anything */
export function useOrderDraft(units: readonly Unit[]): OrderDraft {
  const [unitNumber, setUnitNumber] = useState(() => (units.find(canSell) ?? units[0])?.unitNumber);
  const [ready, setReady] = useState<readonly DraftDrink[]>([]);
  const [open, setOpen] = useState(emptyDrink);
  const unit = units.find((one) => one.unitNumber === unitNumber);
  const drinks = useQuery({
    ...drinksQuery(unit?.venueId ?? '', unit?._id ?? ''),
    enabled: unit !== undefined,
  });
  const offer = offerOf(unit, drinks.data ?? []);
  const { ingredientIds } = open;
  return {
    unit,
    offer,
    lost: drinks.isLoadingError
      ? { error: drinks.error, retry: () => void drinks.refetch() }
      : null,
    ready,
    open,
    totalCents: [...ready, open].reduce((sum, drink) => sum + drinkCents(offer, drink), 0),
    chooseUnit: (chosen) => {
      // The chosen ingredients belong to the other unit.
      setUnitNumber(chosen);
      setReady([]);
      setOpen(emptyDrink);
    },
    chooseDrink: (drinkId) => setOpen({ ...open, drinkId, ingredientIds: [] }),
    toggle: (id) =>
      setOpen({
        ...open,
        ingredientIds: ingredientIds.includes(id)
          ? ingredientIds.filter((other) => other !== id)
          : [...ingredientIds, id],
      }),
    setDouble: (isDouble) => setOpen({ ...open, isDouble }),
    setQuantity: (quantity) => setOpen({ ...open, quantity }),
    startAnother: () => {
      if (isEmpty(open)) return;
      setReady([...ready, open]);
      setOpen(emptyDrink);
    },
    remove: (index) => setReady(ready.filter((_, at) => at !== index)),
  };
}
