import { ingredientMessages } from '../../rules/messages.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findIngredient, getIngredient, type IngredientRow } from './ingredients.queries.ts';
import { fillAllPositions, setLevelKnown } from './unit-places.queries.ts';
import { notFound, HttpError } from '../shared/errors.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { tendNotices } from './tend-notices.ts';

/** Refills every position of an ingredient in the unit. Throws 409 where inventory management is off for the unit. */
export async function restoreIngredient(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  id: string,
): Promise<IngredientRow> {
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    if (!(await findIngredient(transaction, unit, id))) throw notFound('ingredient');
    if (!isTracked) throw new HttpError(409, ingredientMessages.notManaged);
    await fillAllPositions(transaction, unit, id);
    await setLevelKnown(transaction, unit, id);
    await tendNotices(transaction, locked, isTracked, now());
    await insertChanges(transaction, unit, now(), [{ kind: 'stock' }]);
    return getIngredient(transaction, unit, id);
  });
}
