/** The setup of a unit, and what differs between two of them. */
import type { IngredientCategory, IngredientFacts } from '../stock/ingredient.ts';
import type { UnitCategory } from '../stock/positions.ts';

/** An ingredient in a unit. Prices in cents, the threshold in percent, positions ascending. */
export interface SetupIngredient {
  /** Name and category: the same ingredient in units of other venues. */
  key: string;
  name: string;
  /** The same in every unit of the venue: copied only where the venue does not have the ingredient. */
  facts: IngredientFacts;
  imageURL: string;
  /** Grams of an empty bottle, and grams per millilitre; as the facts. Not in what was saved before they were copied. */
  tareWeight?: number | null;
  density?: number | null;
  priceCents: number;
  doubleCents: number;
  threshold: number;
  positions: number[];
}

/** A drink of a unit, in the order of the ranking. A double is null where none are sold. */
export interface SetupDrink {
  /** Of the drink in the unit that was read; null for one that is to be added. */
  id: string | null;
  name: string;
  /** Keys of its ingredients, in the order in which they are poured. */
  recipe: string[];
  priceCents: number;
  doubleCents: number | null;
  active: boolean;
  /** Of the menu of the venue. */
  categoryId: string | null;
}

export interface UnitSetup {
  category: UnitCategory;
  helperText: string;
  buttonImage: string;
  ingredients: SetupIngredient[];
  drinks: SetupDrink[];
}

/** Text in which case and spaces do not count. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

export const ingredientKey = (name: string, category: IngredientCategory): string =>
  `${plain(name)}|${category}`;

export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Two drinks are the same if they pour the same ingredients in the same order. */
export const drinkKey = ({ recipe }: Pick<SetupDrink, 'recipe'>): string => recipe.join(' + ');

/** The ingredients of a drink in any order: a unit has one drink of each such set. */
export const setKey = (recipe: readonly string[]): string => recipe.toSorted().join(' + ');

/** Fields of an ingredient in a unit that are copied. */
export const ingredientFields = ['priceCents', 'doubleCents', 'threshold', 'positions'] as const;
export const drinkFields = ['name', 'priceCents', 'doubleCents', 'active', 'categoryId'] as const;
export const unitFields = ['helperText', 'buttonImage'] as const;

type Field =
  | (typeof ingredientFields)[number]
  | (typeof drinkFields)[number]
  | (typeof unitFields)[number];

/** A difference of one field: texts of what it is, and what it becomes. */
export interface FieldChange {
  field: string;
  was: string;
  is: string;
}

export interface SetupItem {
  kind: 'ingredient' | 'drink' | 'unit';
  name: string;
}

export interface ChangedItem extends SetupItem {
  fields: FieldChange[];
}

export interface SetupDiff {
  adds: ChangedItem[];
  changes: ChangedItem[];
  removes: SetupItem[];
}

const labels: Record<Field, string> = {
  priceCents: 'Price',
  doubleCents: 'Double price',
  threshold: 'Threshold',
  positions: 'Positions',
  name: 'Name',
  active: 'On the menu',
  categoryId: 'Category of the menu',
  helperText: 'Helper text',
  buttonImage: 'Image',
};

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

type Value = string | number | boolean | null | readonly number[];

function textOf(field: Field, value: Value): string {
  if (value === null) return 'none';
  if (typeof value === 'object') return value.length > 0 ? value.join(', ') : 'none';
  if (typeof value === 'number') return field === 'threshold' ? `${value}%` : dollars(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'categoryId') return 'another';
  return value === '' ? 'none' : value;
}

/** True for equal values of a field. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function fieldChanges<Name extends Field>(
  names: readonly Name[],
  was: Record<Name, Value>,
  is: Record<Name, Value>,
): FieldChange[] {
  return names
    .filter((name) => !isSame(was[name], is[name]))
    .map((name) => ({
      field: labels[name],
      was: textOf(name, was[name]),
      is: textOf(name, is[name]),
    }));
}

const added = (field: Field, value: Value): FieldChange => ({
  field: labels[field],
  was: '',
  is: textOf(field, value),
});

/** What makes the first setup the second. An ingredient that loses its positions is one that is removed. */
export function diffSetups(was: UnitSetup, is: UnitSetup): SetupDiff {
  const diff: SetupDiff = { adds: [], changes: [], removes: [] };
  const unit = fieldChanges(unitFields, was, is);
  const before = new Map(was.ingredients.map((one) => [one.key, one]));
  for (const one of is.ingredients) {
    const item = { kind: 'ingredient', name: one.name } as const;
    const own = before.get(one.key);
    if (!own) {
      const fields = [added('positions', one.positions), added('priceCents', one.priceCents)];
      diff.adds.push({ ...item, fields });
      continue;
    }
    if (own.positions.length > 0 && one.positions.length === 0) {
      diff.removes.push(item);
      continue;
    }
    const fields = fieldChanges(ingredientFields, own, one);
    if (fields.length > 0) diff.changes.push({ ...item, fields });
  }
  const drinks = new Map(was.drinks.map((one) => [drinkKey(one), one]));
  const kept = new Set(is.drinks.map(drinkKey));
  const gone = was.drinks.filter((one) => !kept.has(drinkKey(one)));
  for (const one of is.drinks) {
    const item = { kind: 'drink', name: one.name } as const;
    const own = drinks.get(drinkKey(one));
    if (own) {
      const fields = fieldChanges(drinkFields, own, one);
      if (fields.length > 0) diff.changes.push({ ...item, fields });
      continue;
    }
    const at = gone.findIndex(
      (other) => setKey(other.recipe) === setKey(one.recipe) || sameName(other.name, one.name),
    );
    const [replaced] = at === -1 ? [] : gone.splice(at, 1);
    if (!replaced) {
      diff.adds.push({ ...item, fields: [added('priceCents', one.priceCents)] });
      continue;
    }
    const names = namesOf(was, is);
    diff.changes.push({
      ...item,
      fields: [
        { field: 'Ingredients', was: names(replaced.recipe), is: names(one.recipe) },
        ...fieldChanges(drinkFields, replaced, one),
      ],
    });
  }
  diff.removes.push(...gone.map(({ name }) => ({ kind: 'drink' as const, name })));
  if (isReordered(was, is)) unit.push({ field: 'Order of drinks', was: '', is: orderText(is) });
  if (unit.length > 0) diff.changes.push({ kind: 'unit', name: '', fields: unit });
  return diff;
}

const namesOf =
  (...setups: readonly UnitSetup[]) =>
  (recipe: readonly string[]): string =>
    recipe
      .map(
        (key) =>
          setups.flatMap(({ ingredients }) => ingredients).find((one) => one.key === key)?.name ??
          key,
      )
      .join(', ');

const orderText = ({ drinks }: UnitSetup): string => drinks.map(({ name }) => name).join(', ');

/** True if drinks have to move: additions come last, and those that go leave no gap. */
function isReordered(was: UnitSetup, is: UnitSetup): boolean {
  const after = new Set(is.drinks.map(drinkKey));
  const before = new Set(was.drinks.map(drinkKey));
  const usual = [
    ...was.drinks.filter((one) => after.has(drinkKey(one))),
    ...is.drinks.filter((one) => !before.has(drinkKey(one))),
  ];
  return !isSame(usual.map(drinkKey), is.drinks.map(drinkKey));
}

export const isEmptyDiff = ({ adds, changes, removes }: SetupDiff): boolean =>
  adds.length + changes.length + removes.length === 0;
