import { formatCents } from '../../../lib/money.ts';
import {
  pricePercents,
  type StandardBarName,
  standardBars,
  standardBarsFor,
  standardCents,
} from '../../../rules/drinks/standard-bars.ts';
import type { UnitCategory } from '../../../rules/stock/positions.ts';
import { SelectField } from '../../ui/fields.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import styles from './standard-bar-fields.module.css';

export interface ChosenBar {
  /** Null for an empty unit. */
  readonly bar: StandardBarName | null;
  /** Of the standard prices. */
  readonly pricePercent: number;
}

interface StandardBarFieldsProps {
  readonly category: UnitCategory;
  readonly chosen: ChosenBar;
  readonly onChoose: (chosen: ChosenBar) => void;
  readonly errors: ReadonlyMap<string, string>;
  /** False where an empty unit is no choice. */
  readonly mayBeEmpty?: boolean;
}

/** Choice of a standard bar, its prices, and the drinks that follow from them. */
export function StandardBarFields({
  category,
  chosen,
  onChoose,
  errors,
  mayBeEmpty = true,
}: StandardBarFieldsProps) {
  const { bar, pricePercent } = chosen;
  const names = standardBarsFor(category);
  return (
    <>
      <SelectField
        label="Start with"
        value={bar ?? ''}
        data={[
          ...names.map((name) => ({ value: name, label: standardBars[name].label })),
          ...(mayBeEmpty ? [{ value: '', label: 'Empty' }] : []),
        ]}
        description={
          bar === null
            ? 'You add ingredients and drinks one by one.'
            : `${standardBars[bar].ingredients.length} ingredients with pictures, each in its position, and drinks. All of it can be changed.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errors.get('bar')}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...chosen, bar: names.find((name) => name === value) ?? null })
        }
      />
      {bar !== null && (
        <>
          <NumberField
            label="Prices"
            description="Percent of the standard prices, to quarters of a dollar."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            suffix="%"
            allowDecimal={false}
            allowNegative={false}
            max={pricePercents.most}
            value={pricePercent || ''}
            error={errors.get('pricePercent')}
            onChange={(value) => onChoose({ ...chosen, pricePercent: Number(value) })}
          />
          <StandardDrinks bar={bar} pricePercent={pricePercent} />
        </>
      )}
    </>
  );
}

/** The drinks with their prices, closed at first. */
function StandardDrinks({ bar, pricePercent }: { bar: StandardBarName; pricePercent: number }) {
  const drinks = standardBars[bar].drinks.map(({ name, priceCents }) => ({
    name,
    cents: standardCents(priceCents, pricePercent),
  }));
  const all = drinks.map(({ cents }) => cents);
  const [least, most] = [Math.min(...all), Math.max(...all)].map(formatCents);
  return (
    <details className={styles['drinks']}>
      <summary>
        {drinks.length} drinks, {least} to {most}
      </summary>
      <ul>
        {drinks.map(({ name, cents }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="tabular">{formatCents(cents)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
