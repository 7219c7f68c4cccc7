import { flagNamed } from '../../rules/flags/flag-names.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import { unitFlags } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findIngredient, getIngredient, type IngredientRow } from './ingredients.queries.ts';
import { fillAllPositions, listPlaces } from './unit-places.queries.ts';
import { notFound, HttpError } from '../shared/errors.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { tendNotices } from './place-ingredient.ts';

/** Refills every position of an ingredient in the unit. Throws 409 where inventory management is off for the unit. */
export async function restoreIngredient(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  id: string,
): Promise<IngredientRow> {
  // Evaluated before the transaction: it may need a connection of its own.
  const on = await flags.flagsOn(unitFlags(unit));
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit.id);
    if (!(await findIngredient(transaction, unit.id, id))) throw notFound('ingredient');
    if (!on.has(flagNamed.inventoryManagement)) {
      throw new HttpError(409, ingredientMessages.notManaged);
    }
    const places = await listPlaces(transaction, unit.id);
    await fillAllPositions(transaction, unit.id, id);
    await tendNotices(transaction, { unit: locked, places }, now());
    return getIngredient(transaction, unit.id, id);
  });
}
