/** A unit gets a setup, by the commands that change one thing each. */
import type { Tx } from '../../db/tables/tables.ts';
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
import { addDrink, changeDrink } from '../drinks/drinks.ts';
import { type DrinkRef, listParts, updateDrink, updateRanks } from '../drinks/drinks.queries.ts';
import { addIngredient, changeIngredient } from '../ingredients/ingredients.ts';
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
  await applyIngredients(transaction, now, wanted, applying);
  // Prices of doubles may follow from those of ingredients.
  const placed = await readSetup(transaction, unit, withDouble);
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

async function applyIngredients(
  transaction: Tx,
  { setup, stocked }: ReadSetup,
  wanted: UnitSetup,
  applying: Applying,
): Promise<void> {
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
  for (const one of changed) {
    const known = stocked.get(one.key);
    const fields = {
      price: toDollars(one.priceCents),
      doublePrice: toDollars(one.doubleCents),
      threshold: one.threshold,
      positionInUnit: one.positions.map(String),
    };
    if (known) {
      const changing = { ...by, locked, isTracked };
      await changeIngredient(transaction, unit, known.id, { ...fields, unitId: unit.id }, changing);
    } else {
      await addIngredient(transaction, unit, { ...draftOf(one), ...fields }, { ...by, locked });
    }
  }
}

const isChanged = (was: SetupIngredient | undefined, is: SetupIngredient): boolean =>
  was === undefined || ingredientFields.some((name) => !isSame(was[name], is[name]));

const draftOf = ({ name, imageURL, facts }: SetupIngredient) => ({
  name,
  imageURL,
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
  const ids: string[] = [];
  for (const one of wanted.drinks) {
    const known = own.get(drinkKey(one)) ?? (await returned(transaction, one, applying));
    const id = known?.id ?? (await added(transaction, one, { applying, stocked }));
    ids.push(id);
    const now = known ?? { ...one, id, active: true, categoryId: null };
    const changed = drinkFields.filter((name) => !isSame(now[name], one[name]));
    if (changed.includes('categoryId'))
      await updateDrink(
        transaction,
        { venue_id: unit.venue_id, id },
        { category_id: one.categoryId },
      );
    const changes = {
      ...(changed.includes('name') && { name: one.name }),
      ...(changed.includes('active') && { active: one.active }),
      ...(changed.includes('priceCents') && { price: toDollars(one.priceCents) }),
      ...(changed.includes('doubleCents') &&
        one.doubleCents !== null && { doublePrice: toDollars(one.doubleCents) }),
    };
    if (Object.keys(changes).length > 0)
      await changeDrink(transaction, refOf({ id }, applying), changes, by);
  }
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

async function added(
  transaction: Tx,
  one: SetupDrink,
  { applying, stocked: known }: { applying: Applying; stocked: ReadSetup['stocked'] },
): Promise<string> {
  const { unit, withDouble } = applying;
  const ingredientIds = one.recipe.flatMap((key) => known.get(key)?.id ?? []);
  const stock = await listParts(transaction, unit, ingredientIds);
  const draft = {
    name: one.name,
    price: toDollars(one.priceCents),
    doublePrice: one.doubleCents === null ? undefined : toDollars(one.doubleCents),
  };
  const adding = { ...contextOf(applying), ingredientIds, stock, withDouble };
  return (await addDrink(transaction, unit, draft, adding)).id;
}
