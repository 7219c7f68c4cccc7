import { ingredientMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findIngredient, getIngredient, type IngredientRow } from './ingredients.queries.ts';
import { setLevelKnown } from './unit-places.queries.ts';
import { notFound, HttpError } from '../shared/errors.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { changeStock } from '../stock/change-stock.ts';
import { tendNotices } from './tend-notices.ts';

/** Refills every position of an ingredient in the unit. Throws 409 where inventory management is off for the unit. */
export async function restoreIngredient(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  id: string,
  actor: Actor,
): Promise<IngredientRow> {
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    if (!(await findIngredient(transaction, unit, id))) throw notFound('ingredient');
    if (!isTracked) throw new HttpError(409, ingredientMessages.notManaged);
    const at = now();
    await changeStock(transaction, unit, { at, actor, kind: 'refilled' }, (stock) =>
      stock.fill(id),
    );
    await setLevelKnown(transaction, unit, id);
    await tendNotices(transaction, locked, isTracked, at);
    return getIngredient(transaction, unit, id);
  });
}
