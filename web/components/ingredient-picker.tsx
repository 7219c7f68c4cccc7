import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { formatCents } from '../../lib/money.ts';
import { foundByName } from '../../rules/search/search-words.ts';
import { TextField } from '../ui/fields.tsx';
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
  /** Second line of the error. */
  readonly hint?: string | undefined;
}

/** From this number of ingredients on there is a search field. */
const searchedFrom = 8;

/** Ingredient selection for one drink: the ingredients of the unit with their prices. */
export function IngredientPicker(props: IngredientPickerProps) {
  const { choices, chosen, onToggle, error, hint } = props;
  const errorId = useId();
  const [typed, setTyped] = useState('');
  const found = foundByName(choices, typed);
  /** Enter chooses the first match, and does not send the form. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = found;
    if (typed.trim() === '' || !first) return;
    onToggle(first.id);
    setTyped('');
  };
  return (
    <fieldset
      className={styles['picker']}
      data-wrong={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>Ingredients of the drink</legend>
      {choices.length >= searchedFrom && (
        <div className={styles['find']}>
          <TextField
            type="search"
            label="Find an ingredient"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            onKeyDown={onKeyDown}
          />
          <output className="sr-only">
            {typed.trim() !== '' && `${found.length} of ${choices.length} ingredients`}
          </output>
        </div>
      )}
      <div className={styles['list']} data-searched={choices.length >= searchedFrom}>
        {found.length === 0 && <p className={styles['none']}>No ingredient has this name.</p>}
        {found.map(({ id, name, priceCents }) => (
          <label key={id} className={styles['choice']}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            <span className="grow shrink">{name}</span>
            <span className="dim nowrap">{formatCents(priceCents)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
          {hint !== undefined && <span className="block">{hint}</span>}
        </p>
      )}
    </fieldset>
  );
}
