/** A unit gets a setup, by the commands that change its ingredients and drinks. */
import type { Tx } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import { toDollars } from '../../lib/money.ts';
import {
  drinkFields,
  drinkKey,
  ingredientFields,
  isSame,
  type SetupDrink,
  type SetupIngredient,
  type UnitSetup,
} from '../../rules/copies/setup.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { removeDrink, returnDrink } from '../drinks/delete-drink.ts';
import { addDrinks, changeDrinks, type DrinkChange } from '../drinks/drinks.ts';
import { type DrinkRef, listParts, updateDrinks, updateRanks } from '../drinks/drinks.queries.ts';
import { addIngredients, changeIngredients } from '../ingredients/ingredients.ts';
import { getIngredient } from '../ingredients/ingredients.queries.ts';
import { syncRestockNotices, takeOut } from '../ingredients/inventory.ts';
import { requireQuota } from '../owners/owners.ts';
import type { AuditContext } from '../shared/require.ts';
import { type LockedUnit, type UnitBasics, updateUnitRow } from '../units/units.queries.ts';
import { readSetup, type ReadSetup } from './read-setup.ts';

export interface Applying extends AuditContext {
  at: Date;
  unit: UnitBasics;
  venueName: string;
  locked: LockedUnit;
  isTracked: boolean;
  withDouble: boolean;
}

/** Makes the unit, which is locked, as wanted. Returns the setup that it has then. */
export async function applySetup(
  transaction: Tx,
  now: ReadSetup,
  wanted: UnitSetup,
  applying: Applying,
): Promise<UnitSetup> {
  const { unit, withDouble, locked, isTracked, at } = applying;
  // First: in a distributed database, units cannot be changed once rows of all venues were counted.
  if (wanted.helperText !== now.setup.helperText || wanted.buttonImage !== now.setup.buttonImage) {
    await updateUnitRow(transaction, unit.id, {
      home_helper_text: wanted.helperText,
      home_button_image: wanted.buttonImage,
    });
  }
  await requireQuotas(transaction, now, wanted, applying);
  const kept = new Set(wanted.drinks.map(drinkKey));
  for (const one of now.setup.drinks)
    if (!kept.has(drinkKey(one)))
      await removeDrink(transaction, refOf(one, applying), contextOf(applying));
  const isPlaced = await applyIngredients(transaction, now, wanted, applying);
  // Prices of doubles may follow from those of ingredients.
  const placed = isPlaced ? await readSetup(transaction, unit, withDouble) : now;
  await applyDrinks(transaction, placed, wanted, applying);
  await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
  await syncRestockNotices(transaction, locked, isTracked, at);
  return (await readSetup(transaction, unit, withDouble)).setup;
}

const contextOf = ({ at, actor, address }: Applying) => ({ at, actor, address });

const refOf = ({ id }: Pick<SetupDrink, 'id'>, { unit, venueName }: Applying): DrinkRef => ({
  id: id ?? '',
  unit_id: unit.id,
  unit_number: unit.unit_number,
  unit_name: unit.unit_name,
  venue_id: unit.venue_id,
  venue_name: venueName,
  owner_id: unit.owner_id,
});

async function requireQuotas(
  transaction: Tx,
  { setup, stocked }: ReadSetup,
  wanted: UnitSetup,
  { actor, unit }: Applying,
): Promise<void> {
  const newKinds = wanted.ingredients.filter(({ key }) => !stocked.has(key)).length;
  const more = wanted.drinks.length - setup.drinks.length;
  if (newKinds > 0) await requireQuota(transaction, actor, unit.owner_id, 'ingredients', newKinds);
  if (more > 0) await requireQuota(transaction, actor, unit.owner_id, 'drinks', more);
}

/** Returns true if something was changed. */
async function applyIngredients(
  transaction: Tx,
  { setup, stocked }: ReadSetup,
  wanted: UnitSetup,
  applying: Applying,
): Promise<boolean> {
  const { unit, locked, isTracked } = applying;
  const own = new Map(setup.ingredients.map((one) => [one.key, one]));
  const by = contextOf(applying);
  const changed = wanted.ingredients.filter((one) => isChanged(own.get(one.key), one));
  // Those that go make room for the others.
  const leaving = changed.filter(
    ({ key, positions }) => positions.length === 0 && own.get(key)?.positions.length,
  );
  for (const { key } of leaving) {
    const before = await getIngredient(transaction, unit, stocked.get(key)?.id ?? '');
    await takeOut(transaction, unit, before, by);
  }
  const known = changed.flatMap((one) => {
    const id = stocked.get(one.key)?.id;
    return id === undefined ? [] : [{ id, changes: { ...fieldsOf(one), unitId: unit.id } }];
  });
  await changeIngredients(transaction, unit, known, { ...by, locked, isTracked });
  const added = changed.filter(({ key }) => !stocked.has(key));
  const drafts = added.map((one) => ({ ...draftOf(one), ...fieldsOf(one) }));
  await addIngredients(transaction, unit, drafts, { ...by, locked });
  return changed.length > 0;
}

const fieldsOf = (one: SetupIngredient) => ({
  price: toDollars(one.priceCents),
  doublePrice: toDollars(one.doubleCents),
  threshold: one.threshold,
  positionInUnit: one.positions.map(String),
});

const isChanged = (was: SetupIngredient | undefined, is: SetupIngredient): boolean =>
  was === undefined || ingredientFields.some((name) => !isSame(was[name], is[name]));

const draftOf = ({ name, imageURL, tareWeight, density, facts }: SetupIngredient) => ({
  name,
  imageURL,
  tareWeight,
  density,
  source: facts.source,
  baseOrMixer: facts.baseOrMixer,
  category: facts.category,
  servingSize: facts.servingSizeMl,
  ingredientSize: facts.sizeMl,
  ingredientPouringTime: facts.pouringTimeMs,
});

async function applyDrinks(
  transaction: Tx,
  { setup, stocked }: ReadSetup,
  wanted: UnitSetup,
  applying: Applying,
): Promise<void> {
  const { unit } = applying;
  const by = { ...contextOf(applying), withDouble: applying.withDouble };
  const own = new Map(setup.drinks.map((one) => [drinkKey(one), one]));
  for (const one of wanted.drinks) {
    const back = own.has(drinkKey(one)) ? null : await returned(transaction, one, applying);
    if (back) own.set(drinkKey(one), back);
  }
  const missing = wanted.drinks.filter((one) => !own.has(drinkKey(one)));
  for (const one of await addMissing(transaction, missing, { applying, stocked }))
    own.set(drinkKey(one), one);
  const ids: string[] = [];
  const changes: DrinkChange[] = [];
  const moved: { id: string; categoryId: string | null }[] = [];
  for (const one of wanted.drinks) {
    const now = own.get(drinkKey(one)) ?? one;
    const id = now.id ?? '';
    ids.push(id);
    const changed = drinkFields.filter((name) => !isSame(now[name], one[name]));
    if (changed.includes('categoryId')) moved.push({ id, categoryId: one.categoryId });
    const fields = {
      ...(changed.includes('name') && { name: one.name }),
      ...(changed.includes('active') && { active: one.active }),
      ...(changed.includes('priceCents') && { price: toDollars(one.priceCents) }),
      ...(changed.includes('doubleCents') &&
        one.doubleCents !== null && { doublePrice: toDollars(one.doubleCents) }),
    };
    if (Object.keys(fields).length > 0) changes.push({ id, changes: fields });
  }
  for (const [category_id, of] of groupBy(moved, ({ categoryId }) => categoryId)) {
    const into = of.map(({ id }) => id);
    await updateDrinks(transaction, unit.venue_id, into, { category_id });
  }
  await changeDrinks(transaction, unit, changes, by);
  await updateRanks(transaction, unit, ids);
}

/** Brings a drink back that a copy has removed; null for one that was never there. */
async function returned(
  transaction: Tx,
  one: SetupDrink,
  applying: Applying,
): Promise<SetupDrink | null> {
  if (one.id === null) return null;
  await returnDrink(transaction, refOf(one, applying), contextOf(applying));
  const { unit, withDouble } = applying;
  const { setup } = await readSetup(transaction, unit, withDouble);
  return setup.drinks.find(({ id }) => id === one.id) ?? null;
}

/** Returns the drinks as they are added: on the menu, and without a category. */
async function addMissing(
  transaction: Tx,
  drinks: readonly SetupDrink[],
  { applying, stocked }: { applying: Applying; stocked: ReadSetup['stocked'] },
): Promise<SetupDrink[]> {
  if (drinks.length === 0) return [];
  const { unit, withDouble } = applying;
  const drafts = drinks.map((one) => ({
    name: one.name,
    price: toDollars(one.priceCents),
    doublePrice: one.doubleCents === null ? undefined : toDollars(one.doubleCents),
    ingredients: one.recipe.flatMap((key) => stocked.get(key)?.id ?? []),
  }));
  const ingredientIds = [...new Set(drafts.flatMap(({ ingredients }) => ingredients))];
  const stock = await listParts(transaction, unit, ingredientIds);
  const adding = { ...contextOf(applying), stock, withDouble };
  const rows = await addDrinks(transaction, unit, drafts, adding);
  return drinks.map((one, nth) => ({
    ...one,
    id: rows[nth]?.id ?? null,
    active: true,
    categoryId: null,
  }));
}
