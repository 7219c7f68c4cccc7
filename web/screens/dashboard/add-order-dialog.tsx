import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { formatCents, toCents } from '../../../lib/money.ts';
import { type NamedUnit, unitChoice, unitInText } from '../../../rules/units/unit-names.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { drinksQuery } from '../../api/drinks.ts';
import { newKey } from '../../api/new-key.ts';
import { createOrder, type NewOrder } from '../../api/orders.ts';
import type { Unit } from '../../api/units.ts';
import { IngredientPicker } from '../../components/ingredient-picker.tsx';
import { LoadError, LostFlags } from '../../components/load-error.tsx';
import { useUnsaved } from '../../components/form-state.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import {
  canSell,
  type DraftDrink,
  drinkCents,
  drinkName,
  emptyDrink,
  isEmpty,
  mostDrinks,
  mostOfOne,
  type Offer,
  offerOf,
  type OrderErrors,
  orderOf,
  positionErrors,
} from './order-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { notify } from '../../ui/toasts.tsx';
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
  const drinkField = useRef<HTMLSelectElement>(null);
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
      <form noValidate className="stack gap-14" onSubmit={submit}>
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
          <p className="dim">
            This unit has nothing to pour yet.{' '}
            <Link href={paths.createIngredient}>Add Ingredient</Link>
          </p>
        ) : draft.lost ? (
          <LoadError what="drinks" error={draft.lost.error} onRetry={draft.lost.retry} />
        ) : (
          <>
            <SelectField
              ref={drinkField}
              label="Drink"
              data-focus-first={units.length === 1 || undefined}
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
                onClick={() => {
                  if (isEmpty(open)) return setNothingChosen(true);
                  changing(draft.startAnother)();
                  drinkField.current?.focus();
                }}
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
        <div className="dialog-actions">
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

interface AddOrder {
  readonly sending: boolean;
  readonly problems: OrderErrors;
  readonly send: (order: NewOrder) => void;
  /** Clears errors of fields that were changed since. */
  readonly forget: () => void;
}

const noErrors: OrderErrors = { drinks: new Map() };

function errorsOf(error: unknown): OrderErrors {
  if (error === null) return noErrors;
  if (error instanceof ApiError && error.fields.size > 0) return positionErrors(error.fields);
  return { ...noErrors, rest: errorMessage(error) };
}

/** Sends an order once, ignoring further submits while the request is in flight. */
export function useAddOrder(units: readonly NamedUnit[], onAdded: () => void): AddOrder {
  const busy = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (order: NewOrder) => createOrder(order, keyOf(order)),
    onSuccess: ({ unitNumber, price, tax }) => {
      settleOrder();
      const charged = formatCents(toCents(price) + toCents(tax));
      const name = units.find((unit) => unit.unitNumber === unitNumber)?.name ?? null;
      const unit = unitInText({ unitNumber, name });
      notify(`Order added on ${unit}: ${charged} with tax`, 'success');
      onAdded();
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  return {
    sending: isPending,
    problems: errorsOf(error),
    send: (order) => {
      if (busy.current) return;
      busy.current = true;
      mutate(order);
    },
    forget: reset,
  };
}

interface ReadyDrinksProps {
  readonly drinks: readonly DraftDrink[];
  readonly offer: Offer;
  readonly problems: ReadonlyMap<number, string>;
  readonly onRemove: (index: number) => void;
}

/** Completed drinks of the order. */
export function ReadyDrinks({ drinks, offer, problems, onRemove }: ReadyDrinksProps) {
  if (drinks.length === 0) return null;
  return (
    <ul aria-label="Drinks of the order" className={styles['drinks']}>
      {drinks.map((drink, index) => {
        const name = drinkName(offer, drink);
        const problem = problems.get(index);
        return (
          // Two drinks may be identical; their index distinguishes them.
          <li key={`${index} ${name}`} className={styles['drink']}>
            <span className="grow shrink">
              {drink.quantity} × {name}
              {problem !== undefined && (
                <span role="alert" className="block out text-13">
                  {problem}
                </span>
              )}
            </span>
            <span className="nowrap">{formatCents(drinkCents(offer, drink))}</span>
            <ActionIcon aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

// Idempotency key of an order: the same for all attempts, so that it is recorded once even when responses are lost.

let lastTry: { readonly order: string; readonly key: string } | null = null;

/**
 * Returns the same key for the same order until it is recorded, even when its dialog was closed and filled in again.
 */
export function keyOf(order: NewOrder): string {
  const text = JSON.stringify(order);
  if (lastTry?.order !== text) lastTry = { order: text, key: newKey() };
  return lastTry.key;
}

/** Discards the key after the order was recorded, so that an identical next order is a new one. */
export function settleOrder(): void {
  lastTry = null;
}
