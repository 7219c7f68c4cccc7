import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf, plainNumber } from '../../../lib/price-text.ts';
import { drinkMessages } from '../../../rules/messages.ts';
import {
  type PriceRounding,
  priceRoundings,
  roundingNames,
} from '../../../rules/prices/price-change.ts';
import { rehearsalMessages } from '../../../rules/prices/rehearsal.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { Drink } from '../../api/drinks.ts';
import {
  type ChangedDrink,
  changePrices,
  type PriceChangeDraft,
  previewQuery,
  type Rehearsal,
  rehearsalQuery,
} from '../../api/prices.ts';
import { Loaded } from '../../components/load-error.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { loadState } from '../../ui/load-state.tsx';
import styles from './prices-screen.module.css';

interface ChangePricesDialogProps {
  readonly venueId: string;
  readonly drinks: readonly Drink[];
  readonly onClose: () => void;
  readonly onChanged: (id: string | null, count: number) => void;
}

const operations = [
  { value: 'raise %', label: 'Raise by percent' },
  { value: 'lower %', label: 'Lower by percent' },
  { value: 'raise $', label: 'Raise by dollars' },
  { value: 'lower $', label: 'Lower by dollars' },
  { value: 'set $', label: 'Set to' },
] as const;
type Operation = (typeof operations)[number]['value'];

const isOperation = (text: string): text is Operation =>
  operations.some(({ value }) => value === text);
const isRounding = (text: string): text is PriceRounding =>
  roundingNames.some((name) => name === text);

interface Typed {
  readonly operation: Operation;
  readonly amount: string;
  readonly rounding: PriceRounding;
  readonly floor: string;
}

const percentOf = (text: string): number | null => {
  const number = plainNumber(text.trim().replace(/%$/, ''));
  return number === null || Number(number) < 0 ? null : Number(number);
};

/** Null while the amount or the lowest price is none. */
function changeOf({ operation, amount, rounding, floor }: Typed): PriceChangeDraft | null {
  const size = operation.endsWith('%') ? percentOf(amount) : dollarsOf(amount);
  const lowest = floor.trim() === '' ? undefined : dollarsOf(floor);
  if (size === null || lowest === null) return null;
  return {
    operation: operation === 'set $' ? 'set' : operation.endsWith('%') ? 'percent' : 'amount',
    by: operation.startsWith('lower') ? -size : size,
    rounding,
    ...(lowest !== undefined && { floor: lowest }),
  };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const errorOf = (text: string, isRead: boolean, error: string = drinkMessages.badPrice) =>
  text.trim() !== '' && !isRead ? error : undefined;

const pauseMs = 200;
const mostShown = 100;

/** Changes prices of the chosen drinks by the same rule, with a preview of each. */
export default function ChangePricesDialog(props: ChangePricesDialogProps) {
  const { venueId, drinks, onClose, onChanged } = props;
  const [typed, setTyped] = useState<Typed>({
    operation: 'raise %',
    amount: '',
    rounding: '0.25',
    floor: '',
  });
  const change = changeOf(typed);
  const [previewed] = useDebouncedValue(change, pauseMs);
  const priced = drinks.map(({ _id: id, price }) => ({ id, expected: price }));
  const preview = useQuery({
    ...previewQuery(venueId, priced, previewed ?? { operation: 'percent', by: 0 }),
    enabled: previewed !== null,
    placeholderData: keepPreviousData,
  });
  const state = loadState(preview, { what: 'preview' });
  const send = useMutation({
    mutationFn: (draft: PriceChangeDraft) => changePrices(venueId, priced, draft),
    onSuccess: ({ id, drinks: changed }) => onChanged(id, changed.length),
  });
  const set = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  const isPercent = typed.operation.endsWith('%');
  return (
    <DialogForm
      title="Change prices"
      submit={drinks.length === 1 ? 'Change 1 price' : `Change ${drinks.length} prices`}
      submitProps={{ disabled: change === null }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (change) send.mutate(change);
      }}
      onClose={onClose}
    >
      <div className={styles['pair']}>
        <SelectField
          label="Change"
          data={[...operations]}
          value={typed.operation}
          onChange={({ currentTarget: { value } }) => {
            if (isOperation(value)) set({ operation: value });
          }}
        />
        <TextField
          label={isPercent ? 'Percent' : 'Dollars'}
          data-autofocus
          inputMode="decimal"
          leftSection={isPercent ? '%' : '$'}
          value={typed.amount}
          error={
            isPercent
              ? errorOf(typed.amount, percentOf(typed.amount) !== null, 'Enter a number such as 10')
              : errorOf(typed.amount, dollarsOf(typed.amount) !== null)
          }
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        />
        <SelectField
          label="Round"
          data={roundingNames.map((value) => ({
            value,
            label: capitalized(priceRoundings[value].text),
          }))}
          value={typed.rounding}
          onChange={({ currentTarget: { value } }) => {
            if (isRounding(value)) set({ rounding: value });
          }}
        />
        <TextField
          label="Lowest price"
          placeholder="None"
          inputMode="decimal"
          leftSection="$"
          value={typed.floor}
          error={errorOf(typed.floor, dollarsOf(typed.floor) !== null)}
          onChange={({ currentTarget }) => set({ floor: currentTarget.value })}
        />
      </div>
      {previewed === null ? (
        <p className={styles['hint']}>Each price is shown here before it changes.</p>
      ) : (
        <>
          <Loaded of={state}>{({ drinks: rows }) => <Preview rows={rows} />}</Loaded>
          <RehearsalPart venueId={venueId} drinks={priced} change={previewed} />
        </>
      )}
    </DialogForm>
  );
}

interface RehearsalPartProps {
  readonly venueId: string;
  readonly drinks: readonly { readonly id: string }[];
  readonly change: PriceChangeDraft;
}

const demands = [
  { value: '0', label: 'Everybody still buys' },
  { value: '-0.5', label: 'Few buy less' },
  { value: '-1', label: 'Some buy less' },
  { value: '-2', label: 'Many buy less' },
];

/** What the change would have brought in the last four weeks. */
function RehearsalPart({ venueId, drinks, change }: RehearsalPartProps) {
  const [elasticity, setElasticity] = useState('0');
  const { timezone } = guessedTimezone();
  const more = { elasticity: Number(elasticity), timezone };
  const rehearsal = useQuery({
    ...rehearsalQuery(
      venueId,
      drinks.map(({ id }) => ({ id })),
      change,
      more,
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles['rehearsal']}>
      <SelectField
        label="In the last four weeks, if"
        data={demands}
        value={elasticity}
        onChange={({ currentTarget }) => setElasticity(currentTarget.value)}
      />
      <Loaded of={loadState(rehearsal, { what: 'sales of the last four weeks' })}>
        {(found) => <p aria-live="polite">{rehearsalText(found)}</p>}
      </Loaded>
    </div>
  );
}

/** "+$318.20 (+4.1%). 8% of the glasses may stay away for the same sales." */
function rehearsalText({
  isEnough,
  before,
  change,
  breakEven,
  isOfMargin,
  added,
}: Rehearsal): string {
  if (!isEnough) return rehearsalMessages.tooFew;
  const sign = change < 0 ? '−' : '+';
  const share = ((100 * Math.abs(change)) / before).toFixed(1);
  const percent = (breakEven * 100).toFixed(breakEven < 0.1 ? 1 : 0);
  return [
    `${sign}${formatMoney(Math.abs(change))} (${sign}${share}%).`,
    ...(breakEven > 0
      ? [
          `${percent}% of the glasses may stay away for the same ${isOfMargin ? 'margin' : 'sales'}.`,
        ]
      : []),
    ...(added.length > 0 ? [rehearsalMessages.isNew(added)] : []),
  ].join(' ');
}

function Preview({ rows }: { readonly rows: readonly ChangedDrink[] }) {
  return (
    <>
      {/* Reached by the keyboard, which scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['preview']} aria-label="Preview" tabIndex={0}>
        {rows.slice(0, mostShown).map((row) => (
          <li key={row.id} className={styles['row']}>
            <span className={styles['named']}>
              <bdi>{row.name}</bdi>
              <span className={styles['hint']}>
                {unitTitle({ unitNumber: row.unitNumber, name: row.unitName })}
              </span>
            </span>
            <span className={styles['amounts']}>
              {formatMoney(row.was)} → {formatMoney(row.is)}
              {row.doubleWas !== undefined && row.doubleIs !== undefined && (
                <span className={styles['hint']}>
                  Double {formatMoney(row.doubleWas)} → {formatMoney(row.doubleIs)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && (
        <p className={styles['hint']}>And {rows.length - mostShown} more.</p>
      )}
    </>
  );
}
