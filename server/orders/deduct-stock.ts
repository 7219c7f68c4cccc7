import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { OrderLine } from '../../rules/orders/order-lines.ts';
import { deductPours, type Poured } from '../../rules/stock/pour-stock.ts';
import { shortagesIn } from '../../rules/stock/restock.ts';
import { openNotices } from '../notices/open-notices.ts';
import { listPositionLevels, updateStock } from './order-catalog.queries.ts';
import type { OrderItem } from './order-rows.ts';

interface Sold {
  lines: readonly OrderLine[];
  items: readonly OrderItem[];
  at: Date;
}

/**
 * Counts the servings and, where stock is tracked, deducts the poured amounts from the unit's stock and opens restock
 * notices; elsewhere the levels of what was sold are unknown from then on. The caller holds the unit's lock.
 */
export async function deductStock(
  transaction: Tx,
  unit: UnitRef,
  isTracked: boolean,
  { lines, items, at }: Sold,
): Promise<void> {
  const poured = isTracked
    ? lines.flatMap((line, index) => pouredFor(line, items[index]?.pours))
    : [];
  const before = await listPositionLevels(transaction, unit, [
    ...new Set(poured.map((pour) => pour.ingredientId)),
  ]);
  const drained = deductPours(before, poured);
  await updateStock(transaction, unit, drained, { servings: servingsBy(lines), isTracked });
  const levels = new Map(drained.map((place) => [place.position, place]));
  const after = before.map((place) => levels.get(place.position) ?? place);
  await openNotices(transaction, unit, shortagesIn(after), at);
}

const servings = (line: OrderLine): number => line.successQuantity * (line.isDouble ? 2 : 1);

/** Pours as reported by the unit; defaults to one serving of each ingredient per success. */
function pouredFor(line: OrderLine, pours: OrderItem['pours']): Poured[] {
  if (pours) {
    return pours.map(({ ingredientId, position, ml }) => ({
      ingredientId,
      position: Number(position),
      ml,
    }));
  }
  return line.ingredients.map(({ id, servingSizeMl }) => ({
    ingredientId: id,
    ml: servingSizeMl * servings(line),
  }));
}

function servingsBy(lines: readonly OrderLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const { id } of line.ingredients) counts.set(id, (counts.get(id) ?? 0) + servings(line));
  }
  return counts;
}
