import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Actor } from '../../rules/permissions.ts';
import { movementsBetween } from '../../rules/stock/movements.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { newId } from '../shared/ids.ts';
import { insertMovements } from './movements.queries.ts';
import * as queries from './places.queries.ts';

/** The positions of a unit while changeStock runs. */
export interface Positions {
  free: (positions: readonly number[]) => Promise<void>;
  freeAll: () => Promise<void>;
  occupy: (places: readonly queries.NewPosition[]) => Promise<void>;
  /** Fills those of the ingredient. */
  fill: (ingredientId: string) => Promise<void>;
}

interface StockChange {
  at: Date;
  actor: Actor;
  /** True when every level that changes was refilled. */
  isRefill?: boolean;
}

/**
 * Runs `work`, which may change the positions of the unit, and records what it has changed: one movement per position,
 * and one entry in the change log in any case. Except for sales, levels are changed in no other way. The caller holds
 * the unit's lock.
 */
export async function changeStock<T>(
  transaction: Tx,
  unit: UnitRef,
  { at, actor, isRefill = false }: StockChange,
  work: (positions: Positions) => Promise<T>,
): Promise<T> {
  const before = await queries.listLevels(transaction, unit);
  const result = await work({
    free: (positions) => queries.deletePositions(transaction, unit, positions),
    freeAll: () =>
      queries.deletePositions(
        transaction,
        unit,
        before.map(({ position }) => position),
      ),
    occupy: (places) => queries.insertPositions(transaction, unit, places),
    fill: (ingredientId) => queries.fillPositionsOf(transaction, unit, ingredientId),
  });
  const after = await queries.listLevels(transaction, unit);
  const [number] = await insertChanges(transaction, unit, at, [{ kind: 'stock' }]);
  const movements = movementsBetween(before, after, { isRefill });
  // Several movements of a position have the same number: their ids are in their order.
  const ids = movements.map(() => newId(at)).sort();
  await insertMovements(
    transaction,
    movements.map((movement, index) => ({
      venue_id: unit.venue_id,
      id: ids[index] ?? newId(at),
      at,
      unit_id: unit.id,
      position: movement.position,
      ingredient_id: movement.ingredientId,
      kind: movement.kind,
      ml:
        (Math.round(movement.levelAfterMl * 100) - Math.round(movement.levelBeforeMl * 100)) / 100,
      level_before_ml: movement.levelBeforeMl,
      level_after_ml: movement.levelAfterMl,
      actor_id: actor.kind === 'account' ? actor.userId : null,
      number: number ?? null,
    })),
  );
  return result;
}
