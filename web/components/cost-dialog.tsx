import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullDayName } from '../../lib/day-name.ts';
import { dayRange, todayIn } from '../../lib/day-range.ts';
import { formatMoney } from '../../lib/money.ts';
import { dollarsOf, plainNumber, priceText } from '../../lib/price-text.ts';
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { bottleText, costMessages } from '../../rules/loss/costs.ts';
import { type Cost, ingredientCostsQuery, updateIngredientCosts } from '../api/costs.ts';
import { useVenueTimezone } from '../context/use-night-rules.ts';
import { TextField } from '../ui/fields.tsx';
import { useNow } from '../ui/hooks.ts';
import { loadState } from '../ui/load-state.tsx';
import { attempt } from './attempt.ts';
import styles from './cost-dialog.module.css';
import { DayField } from './day-field.tsx';
import { fieldErrors } from './form-state.ts';
import { Loaded } from './load-error.tsx';
import { DialogForm } from './sent-form.tsx';

interface CostDialogProps {
  readonly venueId: string;
  readonly ingredient: { readonly id: string; readonly name: string; readonly sizeMl: number };
  /** The one that holds now. */
  readonly cost: Cost | null;
  readonly onClose: () => void;
}

/** Cost of an ingredient from a day on, with those before. */
export default function CostDialog({ venueId, ingredient, cost, onClose }: CostDialogProps) {
  const { id, name, sizeMl } = ingredient;
  const timezone = useVenueTimezone(venueId);
  const today = todayIn(timezone, useNow());
  const [day, setDay] = useState<string | null>(today);
  const [isTried, setTried] = useState(false);
  const [typed, setTyped] = useState({
    cost: cost === null ? '' : priceText(cost.cost),
    bottleMl: String(cost?.bottleMl ?? sizeMl),
    caseSize: String(cost?.caseSize ?? ''),
    supplier: cost?.supplier ?? '',
  });
  const dollars = dollarsOf(typed.cost);
  const send = useMutation({
    mutationFn: () =>
      updateIngredientCosts(venueId, id, {
        from: dayRange({ from: day ?? today, to: day ?? today, timezone }).startMs,
        cost: dollars,
        bottleMl: Number(plainNumber(typed.bottleMl) ?? 0),
        caseSize: typed.caseSize.trim() === '' ? null : Number(plainNumber(typed.caseSize) ?? 0),
        supplier: typed.supplier,
      }),
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  const field = (key: keyof typeof typed) => ({
    name: key,
    autoComplete: 'off',
    value: typed[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [key]: currentTarget.value }),
  });
  return (
    <DialogForm
      title={`Cost of ${name}`}
      submit="Save cost"
      sending={send}
      onSend={() => {
        setTried(true);
        if (dollars !== null && day !== null) send.mutate();
      }}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <TextField
          label="Cost per bottle"
          inputMode="decimal"
          leftSection="$"
          error={(isTried && dollars === null && drinkMessages.badPrice) || errors.get('cost')}
          {...field('cost')}
        />
        <TextField
          label="Bottle size, ml"
          inputMode="decimal"
          error={errors.get('bottleMl')}
          {...field('bottleMl')}
        />
        <TextField
          label="Bottles in a case"
          inputMode="numeric"
          placeholder="None"
          error={errors.get('caseSize')}
          {...field('caseSize')}
        />
        <TextField label="Supplier" error={errors.get('supplier')} {...field('supplier')} />
      </div>
      <DayField
        label="Holds from"
        calendarLabel="Choose the day from which the cost holds"
        value={day}
        onChange={setDay}
        error={isTried && day === null ? 'Use a date' : undefined}
      />
      <p className="dim">{costMessages.hint}</p>
      <History venueId={venueId} id={id} timezone={timezone} />
    </DialogForm>
  );
}

interface HistoryProps {
  readonly venueId: string;
  readonly id: string;
  readonly timezone: string;
}

/** Costs so far, newest first, each with a button that removes it. */
function History({ venueId, id, timezone }: HistoryProps) {
  const result = useQuery(ingredientCostsQuery(venueId, id));
  const state = loadState(result, { what: 'costs', isEmpty: (costs) => costs.length === 0 });
  return (
    <Loaded of={state}>
      {(costs) => (
        <ul className={styles['history']} aria-label="Costs so far">
          {costs.map(({ from, cost, bottleMl, supplier }) => {
            const day = fullDayName(dateAndTimeIn(Date.parse(from), timezone).date);
            return (
              <li key={from}>
                <span>
                  {formatMoney(cost)} for {bottleText(bottleMl)}
                  <span className="dim">
                    {' '}
                    · from {day}
                    {supplier && ` · ${supplier}`}
                  </span>
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove the cost from ${day}`}
                  onClick={() =>
                    void attempt(`remove cost ${id}`, () =>
                      updateIngredientCosts(venueId, id, { from, cost: null }),
                    )
                  }
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
