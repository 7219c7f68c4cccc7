import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateUnitInventory as endpoint } from '../../contract/units.ts';
import { ingredientMessages, menuMessages } from '../../rules/messages.ts';
import { toCents } from '../../lib/money.ts';
import { findMisnamed, isOrder, reordered } from '../../lib/reorder.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { updateInventoryOrder } from './unit-inventory.queries.ts';
import { getUnit, type InventoryEntry, type UnitBasics, type UnitRow } from './units.queries.ts';
import { lockLiveUnit } from './unit-access.ts';

type SentEntry = BodyOf<typeof endpoint>['updatedInventory'][number];

/**
 * Stores the order in which a unit shows its ingredients: those sent first, the others after them in their previous
 * order. All or nothing. Throws 404 when the unit does not have one of them, a field error when one is named twice, and
 * 409 when those expected are in another order by now, or when a price or position sent is not the stored one, which
 * this does not change.
 */
export function updateUnitInventory(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  sent: readonly SentEntry[],
  expected?: readonly string[],
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    await lockLiveUnit(transaction, unit);
    const { inventory } = await getUnit(transaction, unit);
    const list = inventory.map((entry) => entry.ingredient_id);
    const named = sent.map(([ingredientId]) => ingredientId);
    const { twice, unknown } = findMisnamed(list, named);
    if (unknown !== null) throw notFound('ingredient');
    if (twice !== null) throw fieldError({ updatedInventory: ingredientMessages.namedTwice });
    if (expected && !isOrder(list, expected))
      throw fieldError({ updatedInventory: menuMessages.orderChanged }, 409);
    const stored = new Map(inventory.map((entry) => [entry.ingredient_id, entry]));
    for (const [ingredientId, entry] of sent) rejectOtherEntry(stored.get(ingredientId), entry);
    await updateInventoryOrder(transaction, unit, reordered(list, named));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return getUnit(transaction, unit);
  });
}

/** Throws 409 for a field that is not as stored. */
function rejectOtherEntry(stored: InventoryEntry | undefined, sent: SentEntry[1]): void {
  const message = stored && differenceOf(stored, sent);
  if (message) throw fieldError({ updatedInventory: message }, 409);
}

function differenceOf(stored: InventoryEntry, sent: SentEntry[1]): string | null {
  const { ingredientId = stored.ingredient_id, price, doublePrice, positionInUnit } = sent;
  if (ingredientId !== stored.ingredient_id) return ingredientMessages.otherInPair;
  if (
    isOtherAmount(price, stored.price_cents) ||
    isOtherAmount(doublePrice, stored.double_price_cents ?? 0)
  )
    return ingredientMessages.otherPriceInOrder(stored.name);
  const positions = stored.positions.map(String);
  return positionInUnit && positionInUnit.toSorted().join() !== positions.toSorted().join()
    ? ingredientMessages.otherPositionInOrder(stored.name)
    : null;
}

const isOtherAmount = (sent: number | undefined, storedCents: number): boolean =>
  sent !== undefined && toCents(sent) !== storedCents;
