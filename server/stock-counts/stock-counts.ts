/** Counts of the stock of a venue: starting, lines, ending and discarding. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { Actor } from '../../rules/permissions.ts';
import {
  countedWithinMs,
  differenceOf,
  judgeLine,
  remainingOf,
  stockCountMessages,
  takenLines,
} from '../../rules/stock/stock-count.ts';
import { trackedUnits } from '../adapters/flags/port.ts';
import { listStockedPlaces, listUnits, type StockedUnit } from '../forecast/forecast.queries.ts';
import { listPlaces } from '../ingredients/ingredients.queries.ts';
import { settleLevels } from '../ingredients/inventory.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import { changeStock } from '../stock/change-stock.ts';
import { lockStores, setStoreLevel } from '../stock/store-stock.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { lockVenue } from '../venues/venues.queries.ts';
import * as queries from './stock-counts.queries.ts';
import type { LineRow } from './stock-counts.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
const aheadMs = 60_000;
const userOf = (actor: Actor): string | null => (actor.kind === 'account' ? actor.userId : null);

/** Starts a count, or finds the open one, which several people share. */
export function startStockCount({ db, now }: Deps, venueId: string, actor: Actor): Promise<string> {
  const at = now();
  const id = newId(at);
  const row = { venue_id: venueId, id, started_at: at, started_by: userOf(actor) };
  return db.transaction().execute(async (transaction) => {
    await lockVenue(transaction, venueId);
    const open = await queries.findOpenCount(transaction, venueId);
    if (open === null) await queries.insertCount(transaction, row);
    return open ?? id;
  });
}

type Line = EndpointBody<'addCountLines'>['lines'][number];

/**
 * Adds lines to an open count; one whose key it has stays as it is. Throws 400 for more than a position holds and for a
 * storeroom that was removed, and 409 after the end.
 */
export async function addCountLines(
  { db, now }: Deps,
  { venueId, id }: { venueId: string; id: string },
  lines: readonly Line[],
  actor: Actor,
): Promise<void> {
  const at = now();
  requireRecent(lines, at);
  await db.transaction().execute(async (transaction) => {
    await requireOpen(transaction, venueId, id, 'share');
    const [units, stores, known] = [
      await listUnits(transaction, venueId),
      await queries.listStoresEver(transaction, venueId),
      await queries.listKnownIngredients(
        transaction,
        venueId,
        lines.map((line) => parseId(line.ingredientId, 'ingredient').toLowerCase()),
      ),
    ];
    const unitIds = new Set(units.map((unit) => unit.id));
    const places = await listStockedPlaces(
      transaction,
      venueId,
      units.map((unit) => unit.id),
    );
    const sizes = new Map(
      places.map((place) => [`${place.unit_id} ${place.position}`, place.size_ml]),
    );
    const rows = lines.map((line, nth) => {
      const ingredientId = line.ingredientId.toLowerCase();
      const [unitId, storeId] = [line.unitId?.toLowerCase(), line.storeId?.toLowerCase()];
      if (!known.has(ingredientId)) throw notFound('ingredient');
      if (unitId !== undefined && !unitIds.has(unitId)) throw notFound('unit');
      if (storeId !== undefined) {
        const store = stores.find((one) => one.id === storeId);
        if (!store) throw notFound('storeroom');
        if (store.removed_at !== null)
          throw fieldError({ [`lines.${nth}.storeId`]: stockCountMessages.storeRemoved });
      }
      const size = sizes.get(`${unitId} ${line.position}`);
      if (size !== undefined && line.ml > size)
        throw fieldError({ [`lines.${nth}.ml`]: stockCountMessages.tooMuch });
      return {
        venue_id: venueId,
        count_id: id,
        key: line.key,
        unit_id: unitId ?? null,
        position: line.position ?? null,
        store_id: storeId ?? null,
        ingredient_id: ingredientId,
        at: line.at < at ? line.at : at,
        ml: line.ml,
        actor_id: userOf(actor),
      };
    });
    await queries.insertLines(transaction, rows);
  });
}

function requireRecent(lines: readonly Line[], now: Date): void {
  for (const [nth, { at }] of lines.entries()) {
    const ageMs = now.getTime() - at.getTime();
    if (ageMs > countedWithinMs)
      throw fieldError({ [`lines.${nth}.at`]: stockCountMessages.tooOld });
    if (ageMs < -aheadMs) throw fieldError({ [`lines.${nth}.at`]: stockCountMessages.ahead });
  }
}

async function requireOpen(
  transaction: Tx,
  venueId: string,
  id: string,
  how: 'share' | 'update',
): Promise<void> {
  const count = await queries.lockCount(transaction, venueId, id, how);
  if (!count) throw notFound('count');
  if (count.ended_at !== null) throw new HttpError(409, stockCountMessages.hasEnded);
}

/**
 * Ends a count: the line that is taken of each place becomes a movement `counted` with the time of the line; the level
 * afterwards is what was counted less what was poured since. A place that was changed after its line, other than by
 * sales, that holds another ingredient by now, or whose unit does not track its stock stays as it is. Throws 409 without
 * lines and after the end.
 */
export async function endStockCount(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  { venueId, id }: { venueId: string; id: string },
  chosen: readonly string[],
  actor: Actor,
): Promise<void> {
  const tracked = await trackedUnits({ flags }, await listUnits(db, venueId));
  await db.transaction().execute(async (transaction) => {
    await requireOpen(transaction, venueId, id, 'update');
    const found = await queries.listLines(transaction, venueId, id);
    if (found.length === 0) throw new HttpError(409, stockCountMessages.empty);
    const live = new Map((await listUnits(transaction, venueId)).map((unit) => [unit.id, unit]));
    const unitIds = [...new Set(found.flatMap(({ unitId }) => unitId ?? []))].sort();
    const end = { at: now(), actor, countId: id };
    // Units in the order of their ids, so that two transactions never wait for each other.
    for (const unitId of unitIds) {
      const unit = live.get(unitId);
      if (unit) await lockLiveUnit(transaction, unit);
    }
    await lockStores(transaction, venueId);
    // Read again, as what was sold until the locks were held is deducted from the lines.
    const lines = await queries.listLines(transaction, venueId, id);
    const taken = [...takenLines(lines, new Set(chosen)).values()];
    for (const unitId of unitIds) {
      const own = taken.filter((line) => line.unitId === unitId);
      await endUnit(transaction, live.get(unitId), tracked.has(unitId), own, { ...end, venueId });
    }
    for (const line of taken.filter(({ storeId }) => storeId !== null))
      await endStore(transaction, line, { ...end, venueId });
    await queries.setEnded(transaction, venueId, id, end.at);
  });
}

interface End {
  at: Date;
  actor: Actor;
  countId: string;
  venueId: string;
}

async function endUnit(
  transaction: Tx,
  unit: StockedUnit | undefined,
  isTracked: boolean,
  lines: readonly LineRow[],
  { at, actor, countId, venueId }: End,
): Promise<void> {
  const counted = new Set<number>();
  for (const line of lines) {
    const of = { venueId, countId, key: line.key };
    const { result, levelMl } = judgeLine(line, await heldBy(transaction, unit, line), isTracked);
    const differenceMl = result === 'counted' ? differenceOf(line, levelMl) : null;
    await queries.setLineResult(transaction, of, result, differenceMl);
    if (!unit || result !== 'counted' || line.position === null) continue;
    const position = line.position;
    const request = { key: `${countId} ${position}`, position };
    const change = { at: line.at, actor, kind: 'counted' as const, request };
    await changeStock(transaction, unit, change, (stock) =>
      stock.count({ position, ml: remainingOf(line), countedAt: line.at }),
    );
    counted.add(position);
  }
  if (!unit || counted.size === 0) return;
  await settleLevels(transaction, unit, counted, { isTracked, at });
}

async function heldBy(transaction: Tx, unit: StockedUnit | undefined, line: LineRow) {
  const places = unit ? await listPlaces(transaction, unit) : [];
  return places.find(({ position }) => position === line.position);
}

async function endStore(
  transaction: Tx,
  line: LineRow,
  { actor, countId, venueId }: End,
): Promise<void> {
  const of = { venueId, countId, key: line.key };
  if (line.storeId === null) return;
  if (line.isChanged) return queries.setLineResult(transaction, of, 'changed', null);
  let beforeMl = 0;
  const change = { venueId, storeId: line.storeId, ingredientId: line.ingredientId, at: line.at };
  await setStoreLevel(
    transaction,
    { ...change, kind: 'counted', actorId: userOf(actor), key: null },
    (before) => {
      beforeMl = before;
      return remainingOf(line);
    },
  );
  await queries.setLineResult(transaction, of, 'counted', differenceOf(line, beforeMl));
}

/** Discards an open count with its lines. Throws 409 after the end. */
export async function discardStockCount(
  { db }: Pick<AppDeps, 'db'>,
  venueId: string,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await requireOpen(transaction, venueId, id, 'update');
    await queries.deleteCount(transaction, venueId, id);
  });
}
