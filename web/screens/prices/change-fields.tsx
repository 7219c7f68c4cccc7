/** Fields of a change of prices. */
import { dollarsOf, plainNumber } from '../../../lib/price-text.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import {
  type PriceRounding,
  priceRoundings,
  roundingNames,
} from '../../../rules/prices/price-change.ts';
import type { PriceChangeDraft } from '../../api/prices.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import styles from './prices-screen.module.css';

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

/** Fields of a change, as typed. */
export interface TypedChange {
  readonly operation: Operation;
  readonly amount: string;
  readonly rounding: PriceRounding;
  readonly floor: string;
}

const percentOf = (text: string): number | null => {
  const number = plainNumber(text.trim().replace(/%$/, ''));
  return number === null || Number(number) < 0 ? null : Number(number);
};

/** Fields of a change that is stored. */
export function typedChange({
  operation,
  by,
  rounding = 'none',
  floor,
}: PriceChangeDraft): TypedChange {
  const way = by < 0 ? 'lower' : 'raise';
  return {
    operation: operation === 'set' ? 'set $' : operation === 'percent' ? `${way} %` : `${way} $`,
    amount: String(Math.abs(by)),
    rounding,
    floor: floor === undefined ? '' : String(floor),
  };
}

/** Null while the amount or the lowest price is none. */
export function changeOf({
  operation,
  amount,
  rounding,
  floor,
}: TypedChange): PriceChangeDraft | null {
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

interface ChangeFieldsProps {
  readonly typed: TypedChange;
  readonly onChange: (typed: TypedChange) => void;
  /** The amount has the focus at first. */
  readonly isFirst?: boolean;
}

export function ChangeFields({ typed, onChange, isFirst = false }: ChangeFieldsProps) {
  const set = (more: Partial<TypedChange>) => onChange({ ...typed, ...more });
  const isPercent = typed.operation.endsWith('%');
  return (
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
        data-focus-first={isFirst || undefined}
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
  );
}
