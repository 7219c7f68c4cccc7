import { useState } from 'react';
import type { IngredientCategory } from '../../../../rules/stock/ingredient.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import type { Drink } from '../../../api/drinks.ts';
import type { PricePlanDraft } from '../../../api/price-plans.ts';
import type { Unit } from '../../../api/units.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import pricesStyles from '../prices-screen.module.css';
import styles from './price-plans.module.css';

const categories: readonly IngredientCategory[] = [
  'Beer',
  'Liquor',
  'Wine',
  'Syrup/Puree',
  'Pre-mixed cocktails',
];

/** Fields of what a plan is for, as chosen. */
export interface TypedScope {
  /** Empty for all units. */
  readonly unitId: string;
  /** `all`, `some` for those of `names`, or a category of ingredients. */
  readonly drinks: string;
  /** Names of drinks, on whichever units they are. */
  readonly names: readonly string[];
}

type Scope = Pick<PricePlanDraft, 'unitIds' | 'drinkIds' | 'categories'>;

/** Null while no drink is chosen. */
export function scopeOf(typed: TypedScope, drinks: readonly Drink[]): Scope | null {
  const { unitId, names } = typed;
  const unitIds = unitId === '' ? [] : [unitId];
  const category = categories.find((one) => one === typed.drinks);
  if (category) return { unitIds, categories: [category] };
  if (typed.drinks === 'all') return { unitIds };
  const drinkIds = drinks
    .filter((drink) => names.includes(drink.name) && (unitId === '' || drink.unitId === unitId))
    .map(({ _id }) => _id);
  return drinkIds.length === 0 ? null : { unitIds, drinkIds };
}

interface ScopeFieldsProps {
  readonly typed: TypedScope;
  readonly onChange: (typed: TypedScope) => void;
  readonly units: readonly Unit[];
  readonly drinks: readonly Drink[];
}

export function ScopeFields({ typed, onChange, units, drinks }: ScopeFieldsProps) {
  const set = (more: Partial<TypedScope>) => onChange({ ...typed, ...more });
  return (
    <>
      <div className={pricesStyles['pair']}>
        <SelectField
          label="Drinks"
          value={typed.drinks}
          data={[
            { value: 'all', label: 'All drinks' },
            { value: 'some', label: 'Chosen drinks' },
            ...categories.map((value) => ({ value, label: `With ${value.toLowerCase()}` })),
          ]}
          onChange={({ currentTarget }) => set({ drinks: currentTarget.value })}
        />
        <SelectField
          label="Units"
          value={typed.unitId}
          data={[
            { value: '', label: 'All units' },
            ...units.map((unit) => ({ value: unit._id, label: unitTitle(unit) })),
          ]}
          onChange={({ currentTarget }) => set({ unitId: currentTarget.value })}
        />
      </div>
      {typed.drinks === 'some' && (
        <DrinkNames
          legend="Drinks of the plan"
          all={namesOf(
            drinks.filter((drink) => typed.unitId === '' || drink.unitId === typed.unitId),
          )}
          chosen={typed.names}
          onChange={(names) => set({ names })}
        />
      )}
    </>
  );
}

/** Each once, in their order. */
export const namesOf = (drinks: readonly Drink[]): string[] =>
  [...new Set(drinks.map(({ name }) => name))].toSorted((one, other) => one.localeCompare(other));

const mostShown = 100;

interface DrinkNamesProps {
  readonly legend: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Drinks by their names. */
export function DrinkNames({ legend, all, chosen, onChange }: DrinkNamesProps) {
  const [text, setText] = useState('');
  const found = all.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <>
      <TextField
        label="Find a drink"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <fieldset className={styles['list']}>
        <legend className="sr-only">{legend}</legend>
        {found.slice(0, mostShown).map((name) => (
          <label key={name} className={pricesStyles['choose']}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name),
                )
              }
            />
            <bdi className="break-anywhere">{name}</bdi>
          </label>
        ))}
      </fieldset>
      <p className={styles['hint']}>
        {chosen.length} chosen
        {found.length > mostShown && `, and ${found.length - mostShown} more to find by name`}
      </p>
    </>
  );
}
