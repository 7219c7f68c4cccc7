/** Ingredients leave the inventory of a unit, return to it, and are filled up. */
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { settlePositions, takenByOthers } from '../../rules/stock/positions.ts';
import { shortagesIn } from '../../rules/stock/restock.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import {
  findIngredient,
  getIngredient,
  type IngredientRow,
  listFormerPositions,
  listPlaces,
  lockIngredient,
  type NamedPlace,
  setLevelsKnown,
  storeFormerPositions,
  updateActive,
} from './ingredients.queries.ts';
import { openNotices } from '../notices/announce-restock.ts';
import { resolveOtherNotices } from '../notices/notices.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { changeStock } from '../stock/change-stock.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import type { LockedUnit, UnitBasics } from '../units/units.queries.ts';

type StockDeps = Pick<AppDeps, 'db' | 'now' | 'flags'>;

interface InUnit {
  transaction: Tx;
  locked: LockedUnit;
  before: IngredientRow;
  isTracked: boolean;
  at: Date;
}

/** Changes an ingredient in one unit behind the unit's lock, and the unit's notices with it, unless it returns false. */
async function changeInUnit(
  { db, now, flags }: StockDeps,
  unit: UnitBasics,
  id: string,
  change: (place: InUnit) => Promise<boolean>,
): Promise<IngredientRow> {
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const before = await findIngredient(transaction, unit, id);
    if (!before) throw notFound('ingredient');
    const at = now();
    if (!(await change({ transaction, locked, before, isTracked, at }))) return before;
    await syncRestockNotices(transaction, locked, isTracked, at);
    return getIngredient(transaction, unit, id);
  });
}

/**
 * Deactivates an ingredient in one unit: frees its positions and resolves its notice; its drinks cannot be made there
 * until it is placed again. Its positions are stored for reactivateIngredient.
 */
export async function deactivateIngredient(
  deps: StockDeps,
  unit: UnitBasics,
  id: string,
  by: AuditContext,
): Promise<IngredientRow> {
  return changeInUnit(deps, unit, id, async ({ transaction, before, at }) => {
    if (before.places.length === 0) return false;
    await takeOut(transaction, unit, before, { ...by, at });
    return true;
  });
}

/** The part of deactivateIngredient behind the unit's lock, for an ingredient with positions. */
export async function takeOut(
  transaction: Tx,
  unit: UnitBasics,
  before: Pick<IngredientRow, 'id' | 'name' | 'places'>,
  { at, ...by }: AuditContext & { at: Date },
): Promise<void> {
  const positions = before.places.map(({ position }) => position);
  await storeFormerPositions(transaction, unit, before.id);
  await changeStock(transaction, unit, { at, actor: by.actor }, (stock) => stock.free(positions));
  await updateActive(transaction, unit, [before.id]);
  await insertAudit(transaction, by, at, {
    ownerId: unit.owner_id,
    action: 'ingredient.deactivated',
    target: `${before.name} on ${unitTarget(unit)}`,
    oldValue: { positions: positions.join(', ') },
  });
}

/**
 * Puts a deactivated ingredient back in the positions it had in the unit, with the levels it had; one that a pour found
 * empty is as empty as before. Throws 409, and changes nothing, when it has positions by now, or when another
 * ingredient is in one of them.
 */
export async function reactivateIngredient(
  deps: StockDeps,
  unit: UnitBasics,
  id: string,
  by: AuditContext,
): Promise<IngredientRow> {
  return changeInUnit(deps, unit, id, async ({ transaction, locked, before, at }) => {
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
    await insertAudit(transaction, by, at, {
      ownerId: unit.owner_id,
      action: 'ingredient.reactivated',
      target: `${name} on ${unitTarget(unit)}`,
      newValue: { positions: positions.join(', ') },
    });
    return true;
  });
}

const refused = (message: string) => new HttpError(409, message);

/** Refills every position of an ingredient in the unit. Throws 409 where inventory management is off for the unit. */
export async function restoreIngredient(
  deps: StockDeps,
  unit: UnitBasics,
  id: string,
  actor: Actor,
): Promise<IngredientRow> {
  return changeInUnit(deps, unit, id, async ({ transaction, isTracked, at }) => {
    if (!isTracked) throw new HttpError(409, ingredientMessages.notManaged);
    await changeStock(transaction, unit, { at, actor, kind: 'refilled' }, (stock) =>
      stock.fill(id),
    );
    await setLevelsKnown(transaction, unit, [id]);
    return true;
  });
}

/**
 * Opens a notice for each shortage of the unit, and resolves those that no longer apply: all of them where stock is not
 * tracked. The caller holds the unit's lock.
 */
export async function syncRestockNotices(
  transaction: Tx,
  unit: UnitRef,
  isTracked: boolean,
  at: Date,
): Promise<void> {
  const shortages = isTracked ? shortagesIn(await listPlaces(transaction, unit)) : [];
  const short = shortages.map(({ ingredientId }) => ingredientId);
  await resolveOtherNotices(transaction, unit, short, at);
  await openNotices(transaction, unit, shortages, at);
}

/**
 * Completes changes that set what positions of a unit hold: the level of an ingredient is known where all of its
 * positions are among them, and notices of shortages are brought up to date. Returns all positions of the unit.
 */
export async function settleLevels(
  transaction: Tx,
  unit: UnitRef,
  positions: ReadonlySet<number>,
  { isTracked, at }: { isTracked: boolean; at: Date },
): Promise<NamedPlace[]> {
  const places = await listPlaces(transaction, unit);
  const others = new Set(
    places.filter((place) => !positions.has(place.position)).map((place) => place.ingredientId),
  );
  const ids = new Set(places.map((place) => place.ingredientId));
  await setLevelsKnown(
    transaction,
    unit,
    [...ids].filter((id) => !others.has(id)),
  );
  await syncRestockNotices(transaction, unit, isTracked, at);
  return places;
}
