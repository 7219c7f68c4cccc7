import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Actor } from '../../rules/permissions.ts';
import { type LevelChange, movementsBetween } from '../../rules/stock/movements.ts';
import { outOfStock, outsBetween } from '../../rules/stock/stockouts.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { newId } from '../shared/ids.ts';
import { beginOuts, endOuts, insertMovements, insertTimesBefore } from './movements.queries.ts';
import * as queries from './places.queries.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';

/** The positions of a unit while changeStock runs. */
export interface Positions {
  free: (positions: readonly number[]) => Promise<void>;
  freeAll: () => Promise<void>;
  /** Those of a refill are filled also where they were full by the books. */
  occupy: (places: readonly queries.NewPosition[], isRefill?: boolean) => Promise<void>;
  /** Fills those of the ingredient. */
  fill: (ingredientId: string) => Promise<void>;
  setLevel: (filling: queries.Filling) => Promise<void>;
  /** Takes out so many millilitres, at most what is there. */
  lower: (position: number, ml: number) => Promise<void>;
  /** Sets what is there. */
  count: (counted: queries.Counted) => Promise<void>;
}

interface StockChange {
  at: Date;
  actor: Actor;
  /** Kind of every change of a level; found by what changed where it is not given. */
  kind?: LevelChange;
  /** Key of a request that changes this position. It is stored with a movement of 0 ml if the level stays the same. */
  request?: { key: string; position: number };
}

/**
 * Runs `work`, which may change the positions of the unit, and records what it has changed: one movement per position that was filled or
 * whose level was changed,
 * one entry in the change log in any case, and which ingredients have run out or are back. Except for sales, levels are changed in no other way. The caller holds
 * the unit's lock.
 */
export async function changeStock<T>(
  transaction: Tx,
  unit: UnitRef,
  { at, actor, kind, request }: StockChange,
  work: (positions: Positions) => Promise<T>,
): Promise<T> {
  const before = await queries.listLevels(transaction, unit);
  const filled = new Set(request ? [request.position] : []);
  const result = await work({
    free: (positions) => queries.deletePositions(transaction, unit, positions),
    freeAll: () =>
      queries.deletePositions(
        transaction,
        unit,
        before.map(({ position }) => position),
      ),
    occupy: (places, isRefill = false) => {
      if (isRefill) for (const { position } of places) filled.add(position);
      return queries.insertPositions(transaction, unit, places);
    },
    fill: (ingredientId) => {
      for (const place of before)
        if (place.ingredientId === ingredientId) filled.add(place.position);
      return queries.fillPositionsOf(transaction, unit, ingredientId);
    },
    setLevel: (filling) => queries.setLevel(transaction, unit, filling),
    lower: (position, ml) => queries.lowerLevel(transaction, unit, position, ml),
    count: (counted) => queries.countLevel(transaction, unit, counted),
  });
  const after = await queries.listLevels(transaction, unit);
  const [number] = await insertChanges(transaction, unit, at, [{ kind: 'stock' }]);
  const movements = movementsBetween(before, after, kind, filled);
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
      key: request?.key ?? null,
    })),
  );
  await recordOuts(transaction, unit, { before, after }, at);
  return result;
}

type Held = Awaited<ReturnType<typeof queries.listLevels>>;

async function recordOuts(
  transaction: Tx,
  unit: UnitRef,
  { before, after }: { before: Held; after: Held },
  at: Date,
): Promise<void> {
  const servingOf = new Map(
    [...before, ...after].map(({ ingredientId, servingMl }) => [ingredientId, servingMl]),
  );
  const { begun, ended } = outsBetween(outOfStock(servingOf, before), outOfStock(servingOf, after));
  if (begun.length > 0 || ended.length > 0) await queueAlertCheck(transaction, unit.venue_id, at);
  await beginOuts(transaction, unit, begun, { at, now: at });
  const unrecorded = await endOuts(transaction, unit, ended, at);
  const held = new Set(before.map(({ ingredientId }) => ingredientId));
  const isNew = (id: string): boolean => !held.has(id);
  await insertTimesBefore(transaction, unit, unrecorded.filter(isNew), at);
}
