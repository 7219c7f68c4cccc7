import type { AppDeps } from '../shared/deps.ts';
import { findIngredient, getIngredient, type IngredientRow } from './ingredients.queries.ts';
import { deletePositions, updateActive } from './unit-places.queries.ts';
import { notFound } from '../shared/errors.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';

/** Deactivates an ingredient in one unit: frees its positions; its drinks cannot be made there until it is restored. */
export function deactivateIngredient(
  { db }: Pick<AppDeps, 'db'>,
  unit: UnitBasics,
  id: string,
): Promise<IngredientRow> {
  return db.transaction().execute(async (transaction) => {
    await lockLiveUnit(transaction, unit.id);
    const before = await findIngredient(transaction, unit.id, id);
    if (!before) throw notFound('ingredient');
    const positions = before.places.map(({ position }) => position);
    await deletePositions(transaction, unit.id, positions);
    await updateActive(transaction, unit.id, [id]);
    return getIngredient(transaction, unit.id, id);
  });
}
