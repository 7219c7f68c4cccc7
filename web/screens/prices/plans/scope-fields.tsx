import { useState } from 'react';
import { matcherOf } from '../../../../rules/search/search-words.ts';
import type { IngredientCategory } from '../../../../rules/stock/ingredient.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import type { Drink } from '../../../api/drinks.ts';
import type { PricePlan } from '../../../api/price-plans.ts';
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
  /** Null for all units. */
  readonly unitIds: readonly string[] | null;
  /** `all`, `some` for those of `names`, a category of ingredients, or `kept` for those of `stored`. */
  readonly drinks: string;
  /** Names of drinks, on whichever units they are. */
  readonly names: readonly string[];
  /** Drinks and categories of a plan that are no choice of these fields. */
  readonly stored?: Pick<Scope, 'drinkIds' | 'categories'>;
}

type Scope = Pick<PricePlan, 'unitIds' | 'drinkIds' | 'categories'>;

export const everywhere: TypedScope = { unitIds: null, drinks: 'all', names: [] };

/** Fields of what a stored plan is for. */
export function typedScope(
  { unitIds, drinkIds, categories: ofIngredients }: Scope,
  drinks: readonly Drink[],
): TypedScope {
  const units = { unitIds: unitIds.length === 0 ? null : unitIds };
  const [category, ...more] = ofIngredients;
  if (category && (more.length > 0 || drinkIds.length > 0))
    return {
      ...units,
      drinks: 'kept',
      names: [],
      stored: { drinkIds, categories: ofIngredients },
    };
  if (category) return { ...units, drinks: category, names: [] };
  if (drinkIds.length === 0) return { ...units, drinks: 'all', names: [] };
  const chosen = drinks.filter(({ _id }) => drinkIds.includes(_id)).map(({ name }) => name);
  return { ...units, drinks: 'some', names: [...new Set(chosen)] };
}

/** Null while no drink or no unit is chosen. */
export function scopeOf(typed: TypedScope, drinks: readonly Drink[]): Scope | null {
  const { names, stored } = typed;
  if (typed.unitIds?.length === 0) return null;
  const unitIds = [...(typed.unitIds ?? [])];
  if (typed.drinks === 'kept' && stored) return { unitIds, ...stored };
  const category = categories.find((one) => one === typed.drinks);
  if (category) return { unitIds, drinkIds: [], categories: [category] };
  if (typed.drinks === 'all') return { unitIds, drinkIds: [], categories: [] };
  const drinkIds = drinks
    .filter((drink) => names.includes(drink.name) && isOnOneOf(drink, typed.unitIds))
    .map(({ _id }) => _id);
  return drinkIds.length === 0 ? null : { unitIds, drinkIds, categories: [] };
}

const isOnOneOf = ({ unitId }: Drink, unitIds: readonly string[] | null): boolean =>
  unitIds === null || unitIds.includes(unitId);

interface ScopeFieldsProps {
  readonly typed: TypedScope;
  readonly onChange: (typed: TypedScope) => void;
  readonly units: readonly Unit[];
  readonly drinks: readonly Drink[];
}

export function ScopeFields({ typed, onChange, units, drinks }: ScopeFieldsProps) {
  const set = (more: Partial<TypedScope>) => onChange({ ...typed, ...more });
  const { unitIds, stored } = typed;
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
            ...(stored ? [{ value: 'kept', label: 'As they are now' }] : []),
          ]}
          onChange={({ currentTarget }) => set({ drinks: currentTarget.value })}
        />
        <SelectField
          label="Units"
          value={unitIds === null ? 'all' : 'some'}
          data={[
            { value: 'all', label: 'All units' },
            { value: 'some', label: 'Chosen units' },
          ]}
          onChange={({ currentTarget }) =>
            set({ unitIds: currentTarget.value === 'all' ? null : [] })
          }
        />
      </div>
      {unitIds !== null && (
        <Choices
          legend="Units of the plan"
          choices={units.map((unit) => ({ value: unit._id, text: unitTitle(unit) }))}
          chosen={unitIds}
          onChange={(ids) => set({ unitIds: ids })}
        />
      )}
      {typed.drinks === 'some' && (
        <DrinkNames
          legend="Drinks of the plan"
          all={namesOf(drinks.filter((drink) => isOnOneOf(drink, unitIds)))}
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

interface ChoicesProps {
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={styles['list']}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, text }) => (
        <label key={value} className={pricesStyles['choose']}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
          />
          <bdi className="break-anywhere">{text}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

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
  const matches = matcherOf(text);
  const found = all.filter((name) => matches(name));
  return (
    <>
      <TextField
        label="Find a drink"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Choices
        legend={legend}
        choices={found.slice(0, mostShown).map((name) => ({ value: name, text: name }))}
        chosen={chosen}
        onChange={onChange}
      />
      <p className={styles['hint']}>
        {chosen.length} chosen
        {found.length > mostShown && `, and ${found.length - mostShown} more to find by name`}
      </p>
    </>
  );
}
