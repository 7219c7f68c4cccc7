import { ingredientMessages } from '../../rules/messages.ts';
import { takenByOthers } from '../../rules/stock/placement.ts';
import { settlePositions } from '../../rules/stock/positions.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { changeStock } from '../stock/change-stock.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { listFormerPositions } from './former-positions.queries.ts';
import {
  findIngredient,
  getIngredient,
  type IngredientRow,
  lockIngredient,
} from './ingredients.queries.ts';
import { tendNotices } from './tend-notices.ts';
import { listPlaces, updateActive } from './unit-places.queries.ts';

/**
 * Puts a deactivated ingredient back in the positions it had in the unit, with the levels it had; one that a pour found
 * empty is as empty as before. Throws 409, and changes nothing, when it has positions by now, or when another
 * ingredient is in one of them.
 */
export async function reactivateIngredient(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  id: string,
  by: ChangedBy,
): Promise<IngredientRow> {
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const before = await findIngredient(transaction, unit, id);
    if (!before) throw notFound('ingredient');
    const { name } = before;
    if (before.places.length > 0) throw refused(ingredientMessages.isPlaced(name));
    const former = await listFormerPositions(transaction, unit, id);
    if (former.length === 0) throw refused(ingredientMessages.notDeactivated(name));

    const positions = former.map(({ position }) => position);
    const places = await listPlaces(transaction, unit);
    const [taken] = takenByOthers(places, positions, id);
    if (taken) throw refused(ingredientMessages.nowHolds(taken.position, taken.name));
    // Its source may have changed since, which is shared with other units.
    const { source } = await lockIngredient(transaction, unit.venue_id, id);
    const settled = settlePositions(positions.map(String), locked.category, source);
    if ('problem' in settled) throw refused(settled.problem);

    const at = now();
    await changeStock(transaction, unit, { at, actor: by.actor }, (stock) =>
      stock.occupy(
        former.map((place) => ({
          ingredient_id: id,
          category: locked.category,
          source,
          ...place,
        })),
      ),
    );
    await updateActive(transaction, unit, [id]);
    await tendNotices(transaction, locked, isTracked, at);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: unit.owner_id,
      address: by.address,
      action: 'ingredient.reactivated',
      target: `${name} on ${unitTarget(unit)}`,
      newValue: { positions: positions.join(', ') },
    });
    return getIngredient(transaction, unit, id);
  });
}

const refused = (message: string) => new HttpError(409, message);
