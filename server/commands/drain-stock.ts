import type { AppDeps } from '../deps.ts';
import type { OrderLine } from '../../rules/order-lines.ts';
import { drainPlaces, type Poured } from '../../rules/pour-stock.ts';
import { listPlaceLevels, updateStock } from '../orders/order-catalog.queries.ts';
import type { OrderItem } from '../orders/order-rows.ts';

/** Takes what was poured out of the unit, and counts the servings. The caller holds the lock of the unit. */
export async function drainStock(
  transaction: AppDeps['db'],
  unitId: string,
  lines: readonly OrderLine[],
  items: readonly OrderItem[],
): Promise<void> {
  const poured = lines.flatMap((line, index) => pouredFor(line, items[index]?.pours));
  const places = await listPlaceLevels(transaction, unitId, [
    ...new Set(poured.map((pour) => pour.ingredientId)),
  ]);
  await updateStock(transaction, unitId, drainPlaces(places, poured), servingsBy(lines));
}

const servings = (line: OrderLine): number => line.successQuantity * (line.isDouble ? 2 : 1);

/** What the unit reports; where it reports nothing, a serving of each ingredient for every success. */
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
