import { useState } from 'react';
import type { Unit } from '../../calls/units.ts';
import { choicesOf, drinkCents, emptyDrink, isEmpty } from './order-draft.ts';
import type { Choice, DraftDrink } from './order-draft.ts';

export interface OrderDraft {
  readonly unit: Unit | undefined;
  readonly choices: readonly Choice[];
  /** The drinks that are put together already. */
  readonly ready: readonly DraftDrink[];
  /** The one that is being put together; the last of the order if there is anything in it. */
  readonly open: DraftDrink;
  readonly totalCents: number;
  readonly chooseUnit: (unitNumber: number) => void;
  readonly toggle: (ingredientId: string) => void;
  readonly setQuantity: (quantity: number) => void;
  readonly startAnother: () => void;
  readonly remove: (index: number) => void;
}

/** @param units of the venue; the order starts at the first that can pour anything */
export function useOrderDraft(units: readonly Unit[]): OrderDraft {
  const [unitNumber, setUnitNumber] = useState(
    () => (units.find((unit) => choicesOf(unit).length > 0) ?? units[0])?.unitNumber,
  );
  const [ready, setReady] = useState<readonly DraftDrink[]>([]);
  const [open, setOpen] = useState(emptyDrink);
  const unit = units.find((one) => one.unitNumber === unitNumber);
  const choices = choicesOf(unit);
  const { ingredientIds } = open;
  return {
    unit,
    choices,
    ready,
    open,
    totalCents: [...ready, open].reduce((sum, drink) => sum + drinkCents(choices, drink), 0),
    chooseUnit: (chosen) => {
      // What was chosen stands in the other unit.
      setUnitNumber(chosen);
      setReady([]);
      setOpen(emptyDrink);
    },
    toggle: (id) =>
      setOpen({
        ...open,
        ingredientIds: ingredientIds.includes(id)
          ? ingredientIds.filter((other) => other !== id)
          : [...ingredientIds, id],
      }),
    setQuantity: (quantity) => setOpen({ ...open, quantity }),
    startAnother: () => {
      if (isEmpty(open)) return;
      setReady([...ready, open]);
      setOpen(emptyDrink);
    },
    remove: (index) => setReady(ready.filter((_, at) => at !== index)),
  };
}
