import { IconSearch } from '@tabler/icons-react';
import { counted } from '../../../../lib/counted.ts';
import { matcherOf } from '../../../../rules/search/search-words.ts';
import type { Drink } from '../../../api/drinks.ts';
import { useSlash } from '../../../ui/screen-keys.ts';
import { TextField } from '../../../ui/fields.tsx';
import styles from './unit-menu.module.css';

/** Drinks by their name, and by what they are made of. */
export const foundDrinks = (drinks: readonly Drink[], search: string): readonly Drink[] => {
  const matches = matcherOf(search);
  return drinks.filter((drink) =>
    matches(drink.name, ...drink.ingredients.map(({ name }) => name)),
  );
};

interface FindFieldProps {
  readonly value: string;
  readonly onChange: (search: string) => void;
  /** Number of ingredients and drinks that match; undefined without a search. */
  readonly found: { readonly ingredients: number; readonly drinks: number } | undefined;
}

/** Narrows the lists of the unit to what is searched for. */
export function FindField({ value, onChange, found }: FindFieldProps) {
  const field = useSlash();
  const isNone = found?.ingredients === 0 && found.drinks === 0;
  return (
    <search className={styles['find']}>
      <TextField
        ref={field}
        type="search"
        label="Find in this unit"
        placeholder="Ingredient or drink"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <output className={isNone ? styles['none'] : 'sr-only'}>
        {isNone
          ? `Nothing in this unit matches “${value.trim()}”.`
          : found &&
            `${counted(found.ingredients, 'ingredient')}, ${counted(found.drinks, 'drink')}`}
      </output>
    </search>
  );
}
