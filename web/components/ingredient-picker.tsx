import { useId } from 'react';
import { formatCents } from '../../lib/money.ts';
import styles from './ingredient-picker.module.css';

/** A selectable ingredient and the price of a serving. */
export interface IngredientChoice {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

interface IngredientPickerProps {
  readonly choices: readonly IngredientChoice[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly error?: string | undefined;
}

/** Ingredient selection for one drink: the ingredients of the unit with their prices. */
export function IngredientPicker({ choices, chosen, onToggle, error }: IngredientPickerProps) {
  const errorId = useId();
  return (
    <fieldset
      className={styles['picker']}
      data-wrong={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>Ingredients of the drink</legend>
      <div className={styles['list']}>
        {choices.map(({ id, name, priceCents }) => (
          <label key={id} className={styles['choice']}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            <span className={styles['name']}>{name}</span>
            <span className={styles['price']}>{formatCents(priceCents)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
