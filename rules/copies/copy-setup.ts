/** What the setup of a unit becomes when that of another is copied to it, and when that is undone. */
import {
  type IngredientDraft,
  type IngredientFacts,
  settleIngredient,
} from '../stock/ingredient.ts';
import { settlePositions } from '../stock/positions.ts';
import {
  drinkFields,
  drinkKey,
  ingredientFields,
  ingredientKey,
  isSame,
  sameName,
  setKey,
  type SetupDrink,
  type SetupIngredient,
  type SetupItem,
  unitFields,
  type UnitSetup,
} from './setup.ts';

export const copyParts = ['ingredients', 'thresholds', 'prices', 'drinks', 'texts'] as const;
export type CopyPart = (typeof copyParts)[number];

/** `equal` also takes out what the source does not have. */
export const copyModes = ['add', 'equal'] as const;
export type CopyMode = (typeof copyModes)[number];

export const copyUndoDays = 30;

/** Of an owner, and for all owners. */
export const mostTemplates = 100;

export const copyMessages = {
  noParts: 'Choose what to copy',
  sameTwice: 'Two ingredients of the unit have this name and category',
  changedMeanwhile: 'Was changed meanwhile. Look at the differences again',
  undone: 'This copy was undone already',
  tooLate: 'This copy is older than 30 days',
  noSource: 'Choose a unit or a template',
  sameName: 'Another template has this name',
  tooManyTemplates: `There are ${mostTemplates} templates. Delete one first`,
  forAllOwners: 'Only super administrators change templates for all owners',
  missing: (names: readonly string[]) => `The unit does not have ${names.join(', ')}`,
} as const;

export interface NotCopied extends SetupItem {
  reason: string;
}

export interface CopyChoice {
  parts: readonly CopyPart[];
  mode: CopyMode;
  /** Categories of the menu are those of a venue. */
  sameVenue: boolean;
  /** Ingredients of the venue of the target by their keys. */
  stocked: ReadonlyMap<string, IngredientFacts>;
}

/**
 * Returns the setup that the target gets, and what cannot be copied with the reasons. Copying again changes nothing.
 * Prices of what is added are always copied.
 */
export function setupAfterCopy(
  source: UnitSetup,
  target: UnitSetup,
  choice: CopyChoice,
): { wanted: UnitSetup; cannot: NotCopied[] } {
  const cannot: NotCopied[] = [];
  const { ingredients, keys } = copyIngredients(source, target, choice, cannot);
  const drinks = copyDrinks({ source, target, choice, keys, cannot });
  const withTexts = choice.parts.includes('texts') ? source : target;
  const { helperText, buttonImage } = withTexts;
  return { wanted: { ...target, helperText, buttonImage, ingredients, drinks }, cannot };
}

function copyIngredients(
  source: UnitSetup,
  target: UnitSetup,
  { parts, mode, stocked }: CopyChoice,
  cannot: NotCopied[],
): { ingredients: SetupIngredient[]; keys: Map<string, string> } {
  const own = new Map(target.ingredients.map((one) => [one.key, one]));
  const wanted = new Map(own);
  const keys = new Map<string, string>();
  const placed: SetupIngredient[] = [];
  for (const one of source.ingredients) {
    const fit = fitOf(one, target, { own, stocked });
    if ('reason' in fit) {
      cannot.push({ kind: 'ingredient', name: one.name, reason: fit.reason });
      if (own.has(one.key)) keys.set(one.key, one.key);
      continue;
    }
    const { key } = fit.ingredient;
    const known = own.get(key);
    if (!known && !parts.includes('ingredients')) continue;
    if ([...keys.values()].includes(key)) {
      cannot.push({ kind: 'ingredient', name: one.name, reason: copyMessages.sameTwice });
      continue;
    }
    keys.set(one.key, key);
    const next = known
      ? {
          ...known,
          ...(parts.includes('prices') && {
            priceCents: one.priceCents,
            doubleCents: one.doubleCents,
          }),
          ...(parts.includes('thresholds') && { threshold: one.threshold }),
          ...(parts.includes('ingredients') && { positions: one.positions }),
        }
      : fit.ingredient;
    wanted.set(key, next);
    placed.push(next);
  }
  if (parts.includes('ingredients')) freePlaces(wanted, placed, mode);
  return { ingredients: [...wanted.values()], keys };
}

/**
 * The setup of a unit as a template has it: without ids, and without pictures and categories of the menu, which belong to
 * an owner or a venue.
 */
export const setupOfTemplate = (setup: UnitSetup): UnitSetup => ({
  ...setup,
  buttonImage: '',
  ingredients: setup.ingredients.map((one) => ({ ...one, imageURL: '' })),
  drinks: setup.drinks.map((one) => ({ ...one, id: null, categoryId: null })),
});

interface Known {
  own: ReadonlyMap<string, SetupIngredient>;
  stocked: ReadonlyMap<string, IngredientFacts>;
}

/** An ingredient as it would be in the target, or why it cannot be there. */
function fitOf(
  one: SetupIngredient,
  { category }: UnitSetup,
  { own, stocked }: Known,
): { ingredient: SetupIngredient } | { reason: string } {
  const settled = settleIngredient(draftOf(stocked.get(one.key) ?? one.facts), category);
  if ('problems' in settled) return { reason: Object.values(settled.problems).join('. ') };
  const asSettled = ingredientKey(one.name, settled.facts.category);
  const key = stocked.has(one.key) || own.has(one.key) ? one.key : asSettled;
  const facts = own.get(key)?.facts ?? stocked.get(key) ?? settled.facts;
  const places = settlePositions(one.positions.map(String), category, facts.source);
  if ('problem' in places) return { reason: places.problem };
  return { ingredient: { ...one, key, facts } };
}

const draftOf = (facts: IngredientFacts): IngredientDraft => ({
  ...facts,
  servingSize: facts.servingSizeMl,
  ingredientSize: facts.sizeMl,
  ingredientPouringTime: facts.pouringTimeMs,
});

/** Ingredients that are copied take their positions from others. */
function freePlaces(
  wanted: Map<string, SetupIngredient>,
  placed: readonly SetupIngredient[],
  mode: CopyMode,
): void {
  const taken = new Set(placed.flatMap(({ positions }) => positions));
  for (const [key, one] of wanted) {
    if (placed.includes(one)) continue;
    const positions =
      mode === 'equal' ? [] : one.positions.filter((position) => !taken.has(position));
    if (positions.length < one.positions.length) wanted.set(key, { ...one, positions });
  }
}

interface Copying {
  source: UnitSetup;
  target: UnitSetup;
  choice: CopyChoice;
  /** Keys of the ingredients of the source that the target will have. */
  keys: ReadonlyMap<string, string>;
  cannot: NotCopied[];
}

function copyDrinks({ source, target, choice, keys, cannot }: Copying): SetupDrink[] {
  const { parts, mode, sameVenue } = choice;
  const withDrinks = parts.includes('drinks');
  const names = new Map(source.ingredients.map((one) => [one.key, one.name]));
  const left = [...target.drinks];
  const pairs = source.drinks.flatMap((one) => {
    const missing = one.recipe.filter((key) => !keys.has(key));
    if (missing.length > 0) {
      const reason = copyMessages.missing(missing.map((key) => names.get(key) ?? key));
      if (withDrinks) cannot.push({ kind: 'drink', name: one.name, reason });
      return [];
    }
    const recipe = one.recipe.map((key) => keys.get(key) ?? key);
    return [
      {
        one,
        recipe,
        own: takeFirst(left, ({ recipe: other }) => setKey(other) === setKey(recipe)),
      },
    ];
  });
  const copied = pairs.flatMap(({ one, recipe, own: ofSet }) => {
    const own = ofSet ?? takeFirst(left, ({ name }) => sameName(name, one.name));
    if (!own && !withDrinks) return [];
    const { priceCents, doubleCents: double } = parts.includes('prices') || !own ? one : own;
    const doubleCents =
      own && (double === null || own.doubleCents === null) ? own.doubleCents : double;
    if (own && !withDrinks) return [{ ...own, priceCents, doubleCents }];
    const id = own && isSame(own.recipe, recipe) ? own.id : null;
    const categoryId = sameVenue ? one.categoryId : (own?.categoryId ?? null);
    const { name, active } = one;
    return [{ id, name, recipe, priceCents, doubleCents, active, categoryId }];
  });
  if (!withDrinks) {
    const changed = new Map(copied.map((one) => [one.id, one]));
    return target.drinks.map((one) => changed.get(one.id) ?? one);
  }
  return mode === 'equal' ? copied : [...copied, ...left];
}

/** Takes the first that is so out of the list. */
function takeFirst<T>(list: T[], is: (one: T) => boolean): T | undefined {
  const at = list.findIndex(is);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

/**
 * Returns the setup that a unit gets when a copy is undone: what is as the copy left it becomes what it was before. What
 * was changed since stays, and is in `kept`.
 */
export function setupAfterUndo(
  before: UnitSetup,
  after: UnitSetup,
  now: UnitSetup,
): { wanted: UnitSetup; kept: SetupItem[] } {
  const kept: SetupItem[] = [];
  const texts = mergeFields(unitFields, before, after, now);
  if (texts.isKept) kept.push({ kind: 'unit', name: '' });
  const ingredients = undoIngredients(before, after, now, kept);
  const usable = new Set(ingredients.map(({ key }) => key));
  const drinks = undoDrinks(before, after, now, kept).filter(({ recipe }) =>
    recipe.every((key) => usable.has(key)),
  );
  return { wanted: { ...now, ...texts.fields, ingredients, drinks }, kept };
}

/** Each field as before, where it is as the copy left it. */
function mergeFields<Name extends string, T extends Record<Name, unknown>>(
  names: readonly Name[],
  before: T,
  after: T,
  now: T,
): { fields: Partial<T>; isKept: boolean } {
  const fields: Partial<T> = {};
  let isKept = false;
  for (const name of names) {
    if (isSame(before[name], after[name])) continue;
    if (isSame(now[name], after[name])) fields[name] = before[name];
    else if (!isSame(now[name], before[name])) isKept = true;
  }
  return { fields, isKept };
}

function undoIngredients(
  before: UnitSetup,
  after: UnitSetup,
  now: UnitSetup,
  kept: SetupItem[],
): SetupIngredient[] {
  const was = new Map(before.ingredients.map((one) => [one.key, one]));
  const copied = new Map(after.ingredients.map((one) => [one.key, one]));
  const merged = now.ingredients.map((own) => {
    const copy = copied.get(own.key);
    if (!copy) return own;
    // One that was added leaves its positions.
    const former = was.get(own.key) ?? { ...copy, positions: [] };
    const { fields, isKept } = mergeFields(ingredientFields, former, copy, own);
    if (isKept) kept.push({ kind: 'ingredient', name: own.name });
    return { ...own, ...fields };
  });
  const byHand = new Map(
    merged
      .filter(({ key, positions }) =>
        isSame(positions, now.ingredients.find((one) => one.key === key)?.positions),
      )
      .flatMap(({ key, positions }) => positions.map((position) => [position, key] as const)),
  );
  return merged.map((one) => {
    const free = one.positions.filter((position) => (byHand.get(position) ?? one.key) === one.key);
    if (free.length === one.positions.length) return one;
    kept.push({ kind: 'ingredient', name: one.name });
    return { ...one, positions: free };
  });
}

function undoDrinks(
  before: UnitSetup,
  after: UnitSetup,
  now: UnitSetup,
  kept: SetupItem[],
): SetupDrink[] {
  const was = new Map(before.drinks.map((one) => [drinkKey(one), one]));
  const copied = new Map(after.drinks.map((one) => [drinkKey(one), one]));
  const merged = now.drinks.flatMap((own) => {
    const copy = copied.get(drinkKey(own));
    if (!copy) return [own];
    const former = was.get(drinkKey(own));
    if (!former) {
      if (drinkFields.every((name) => isSame(own[name], copy[name]))) return [];
      kept.push({ kind: 'drink', name: own.name });
      return [own];
    }
    const { fields, isKept } = mergeFields(drinkFields, former, copy, own);
    if (isKept) kept.push({ kind: 'drink', name: own.name });
    return [{ ...own, ...fields }];
  });
  const sets = new Set(merged.map(({ recipe }) => setKey(recipe)));
  const back = before.drinks.filter(
    (one) => !copied.has(drinkKey(one)) && !sets.has(setKey(one.recipe)),
  );
  const all = [...merged, ...back];
  if (!isSame(now.drinks.map(drinkKey), after.drinks.map(drinkKey))) return all;
  const rank = new Map(before.drinks.map((one, place) => [drinkKey(one), place]));
  const placeOf = (one: SetupDrink): number => rank.get(drinkKey(one)) ?? before.drinks.length;
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}
