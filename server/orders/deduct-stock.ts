import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { OrderLine } from '../../rules/orders/order-lines.ts';
import type { Actor } from '../../rules/permissions.ts';
import {
  type Drawn,
  drawPours,
  type Poured,
  type PositionLevel,
} from '../../rules/stock/pour-stock.ts';
import { shortagesIn, type WatchedPosition } from '../../rules/stock/restock.ts';
import { openNotices } from '../notices/open-notices.ts';
import { newId } from '../shared/ids.ts';
import { storeSoldStock } from '../stock/sold-stock.queries.ts';
import { listPositionLevels } from './order-catalog.queries.ts';
import type { OrderItem } from './order-rows.ts';

interface Sold {
  lines: readonly OrderLine[];
  items: readonly OrderItem[];
}

type Level = PositionLevel & WatchedPosition;

/** What an order changes in the stock of its unit. */
export interface Deduction {
  isTracked: boolean;
  before: readonly Level[];
  drawn: readonly (Level & Drawn)[];
  servings: ReadonlyMap<string, number>;
  /** Millilitres by position, as the order keeps them; null where stock is not tracked. */
  deducted: Record<string, number> | null;
}

/** Reads the levels that an order changes, and computes the change. The caller holds the unit's lock. */
export async function planDeduction(
  transaction: Tx,
  unit: UnitRef,
  isTracked: boolean,
  { lines, items }: Sold,
): Promise<Deduction> {
  const poured = isTracked
    ? lines.flatMap((line, index) => pouredFor(line, items[index]?.pours))
    : [];
  const before = await listPositionLevels(transaction, unit, [
    ...new Set(poured.map((pour) => pour.ingredientId)),
  ]);
  const drawn = drawPours(before, poured);
  const deducted = drawn.map(({ position, deductedMl }) => [String(position), deductedMl] as const);
  return {
    isTracked,
    before,
    drawn,
    servings: servingsBy(lines),
    deducted: isTracked ? Object.fromEntries(deducted) : null,
  };
}

/**
 * Counts the servings and, where stock is tracked, stores the levels after the order, with what was poured beyond them
 * as found, and opens restock notices; elsewhere the levels of what was sold are unknown from then on.
 */
export async function deductStock(
  transaction: Tx,
  unit: UnitRef,
  { isTracked, before, drawn, servings }: Deduction,
  { at, number, actor }: { at: Date; number: number; actor: Actor },
): Promise<void> {
  const levels = new Map(drawn.map((place) => [place.position, place]));
  const found = before.flatMap((place) => {
    const ml = levels.get(place.position)?.foundMl ?? 0;
    if (ml === 0) return [];
    const after = (Math.round(place.remainingMl * 100) + Math.round(ml * 100)) / 100;
    return [
      {
        id: newId(at),
        at,
        position: place.position,
        ingredient_id: place.ingredientId,
        ml,
        level_before_ml: place.remainingMl,
        level_after_ml: after,
        actor_id: actor.kind === 'account' ? actor.userId : null,
        number,
      },
    ];
  });
  const changed = before.flatMap((place) => {
    const after = levels.get(place.position);
    return after && after.remainingMl !== place.remainingMl ? [after] : [];
  });
  await storeSoldStock(transaction, unit, { levels: changed, servings, isTracked, found });
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
