import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { formatCents } from '../../../lib/money.ts';
import { unitChoice } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import { IngredientPicker } from '../../components/ingredient-picker.tsx';
import { LostFlags } from '../../components/lost-flags.tsx';
import { Lost } from '../../components/lost.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { paths } from '../../paths.ts';
import { useFlag } from '../../context/use-flag.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Link } from '../../ui/link.tsx';
import { isEmpty, mostDrinks, mostOfOne, orderOf } from './order-draft.ts';
import { ReadyDrinks } from './ready-drinks.tsx';
import { useAddOrder } from './use-add-order.ts';
import { useOrderDraft } from './use-order-draft.ts';
import styles from './add-order-dialog.module.css';

const noIngredients = 'Choose what goes into the drink';

interface AddOrderDialogProps {
  readonly venueId: string;
  /** Units of the venue, at least one. */
  readonly units: readonly Unit[];
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Manual entry of an order that a unit sold but did not report. */
export function AddOrderDialog({ venueId, units, onClose, onAdded }: AddOrderDialogProps) {
  const draft = useOrderDraft(units);
  const { unit, offer, ready, open } = draft;
  const withDouble = useFlag('general--double-order', { kind: 'venue', key: venueId });
  const { sending, problems, send, forget } = useAddOrder(units, onAdded);
  const [nothingChosen, setNothingChosen] = useState(false);

  const whenAgreed = useUnsaved(ready.length > 0 || !isEmpty(open));
  // Closing is blocked while adding, because the user would not see the result.
  const close = () => {
    if (!sending) whenAgreed(onClose);
  };
  const changing =
    <Args extends unknown[]>(change: (...args: Args) => void) =>
    (...args: Args) => {
      if (sending) return;
      forget();
      setNothingChosen(false);
      change(...args);
    };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!unit) return;
    if (isEmpty(open) && ready.length === 0) setNothingChosen(true);
    else send(orderOf(unit.unitNumber, [...ready, open]));
  };

  return (
    <Dialog title="Add order" onClose={close}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {problems.rest !== undefined && <ErrorLine>{problems.rest}</ErrorLine>}
        <SelectField
          label="Unit"
          value={unit?.unitNumber ?? ''}
          data={units.map((one) => ({ value: String(one.unitNumber), label: unitChoice(one) }))}
          error={problems.unit}
          onChange={({ currentTarget: { value } }) => changing(draft.chooseUnit)(Number(value))}
        />
        <LostFlags venueId={venueId} />
        <ReadyDrinks
          drinks={ready}
          offer={offer}
          problems={problems.drinks}
          onRemove={changing(draft.remove)}
        />
        {offer.ingredients.length === 0 ? (
          <p className={styles['none']}>
            This unit has nothing to pour yet.{' '}
            <Link href={paths.createIngredient}>Add Ingredient</Link>
          </p>
        ) : draft.lost ? (
          <Lost what="drinks" error={draft.lost.error} onRetry={draft.lost.retry} />
        ) : (
          <>
            <SelectField
              label="Drink"
              value={open.drinkId ?? ''}
              data={[
                { value: '', label: 'Custom drink' },
                ...offer.drinks.map(({ id, name, priceCents }) => ({
                  value: id,
                  label: `${name} (${formatCents(priceCents)})`,
                })),
              ]}
              error={open.drinkId === null ? undefined : problems.drinks.get(ready.length)}
              onChange={({ currentTarget: { value } }) =>
                changing(draft.chooseDrink)(value === '' ? null : value)
              }
            />
            {open.drinkId === null && (
              // Resets the list to the top for the next drink.
              <IngredientPicker
                key={ready.length}
                choices={offer.ingredients}
                chosen={open.ingredientIds}
                onToggle={changing(draft.toggle)}
                error={nothingChosen ? noIngredients : problems.drinks.get(ready.length)}
              />
            )}
            <div className={styles['count']}>
              <NumberField
                label="Quantity"
                className={styles['quantity']}
                min={1}
                max={mostOfOne}
                allowDecimal={false}
                allowNegative={false}
                value={open.quantity || ''}
                onChange={(value) => changing(draft.setQuantity)(Number(value))}
              />
              {withDouble && (
                <label className={styles['double']}>
                  <input
                    type="checkbox"
                    checked={open.isDouble}
                    onChange={({ currentTarget: { checked } }) =>
                      changing(draft.setDouble)(checked)
                    }
                  />
                  Double
                </label>
              )}
              <Button
                variant="default"
                disabled={ready.length + 1 >= mostDrinks}
                onClick={() =>
                  isEmpty(open) ? setNothingChosen(true) : changing(draft.startAnother)()
                }
              >
                Another drink
              </Button>
            </div>
          </>
        )}
        <p className={styles['total']}>
          <span>Total before tax</span>
          <output>{formatCents(draft.totalCents)}</output>
        </p>
        <div className={styles['buttons']}>
          <Button variant="default" disabled={sending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={sending} disabled={offer.ingredients.length === 0}>
            Add order
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
