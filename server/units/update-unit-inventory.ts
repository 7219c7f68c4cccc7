import type { z } from 'zod';
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

export type SentEntry = z.output<typeof endpoint.body>['updatedInventory'][number];

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
    const [other] = sent.flatMap((entry) => difference(stored.get(entry[0]), entry[1]));
    if (other) throw fieldError({ updatedInventory: other }, 409);
    await updateInventoryOrder(transaction, unit, reordered(list, named));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return getUnit(transaction, unit);
  });
}

/** Message about the first field that is not as stored. */
function difference(stored: InventoryEntry | undefined, sent: SentEntry[1]): string[] {
  if (!stored) return [];
  const { ingredientId = stored.ingredient_id, positionInUnit } = sent;
  const hasOtherPrice =
    isOtherAmount(sent.price, stored.price_cents) ||
    isOtherAmount(sent.doublePrice, stored.double_price_cents ?? 0);
  const hasOtherPosition =
    positionInUnit !== undefined &&
    positionInUnit.toSorted().join() !== stored.positions.map(String).toSorted().join();
  if (ingredientId !== stored.ingredient_id) return [ingredientMessages.otherInPair];
  if (hasOtherPrice) return [ingredientMessages.otherPriceInOrder(stored.name)];
  return hasOtherPosition ? [ingredientMessages.otherPositionInOrder(stored.name)] : [];
}

const isOtherAmount = (sent: number | undefined, storedCents: number): boolean =>
  sent !== undefined && toCents(sent) !== storedCents;
