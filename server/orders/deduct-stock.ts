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
import {
  type EndedPour,
  type HeldPlace,
  outOfStock,
  outsBetween,
  suspectsAfter,
} from '../../rules/stock/stockouts.ts';
import { shortagesIn, type WatchedPosition } from '../../rules/stock/restock.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';
import { openNotices } from '../notices/announce-restock.ts';
import { newId } from '../shared/ids.ts';
import {
  earlierKey,
  listEarlierPlaces,
  listReportedLater,
} from '../stock/earlier-stock.queries.ts';
import { storeSoldStock } from '../stock/sold-stock.queries.ts';
import { beginOuts, endOuts } from '../stock/movements.queries.ts';
import { listPositionLevels } from './order-catalog.queries.ts';
import type { OrderItem } from './order-rows.ts';

interface Sold {
  lines: readonly OrderLine[];
  items: readonly OrderItem[];
}

type Level = PositionLevel & WatchedPosition & HeldPlace;

/** What an order changes in the stock of its unit. */
export interface Deduction {
  isTracked: boolean;
  before: readonly Level[];
  drawn: readonly (Level & Drawn)[];
  /** All places of what the order takes, with their new levels. */
  after: readonly Level[];
  /** Servings in ml, by ingredient, of what the lines consist of. */
  servingOf: ReadonlyMap<string, number>;
  servings: ReadonlyMap<string, number>;
  /** Millilitres by position, as the order keeps them; null where stock is not tracked. */
  deducted: Record<string, number> | null;
}

/**
 * Reads the levels that an order changes, and computes the change. What was poured before a position was filled or
 * assigned anew was poured from what it held then, and changes nothing of it now. The caller holds the unit's lock.
 */
export async function planDeduction(
  transaction: Tx,
  unit: UnitRef,
  isTracked: boolean,
  { lines, items }: Sold,
  soldAt: Date,
): Promise<Deduction> {
  const poured = isTracked
    ? lines.flatMap((line, index) => pouredFor(line, items[index]?.pours))
    : [];
  const ids = new Set(poured.map((pour) => pour.ingredientId));
  const before = await listPositionLevels(transaction, unit, [...ids], soldAt);
  const earlier = before.some(({ isChanged }) => isChanged)
    ? await listEarlierPlaces(transaction, unit, soldAt)
    : [];
  const changed = new Set(earlier.map(({ position }) => position));
  const isHeldStill = ({ position }: { position: number }): boolean => !changed.has(position);
  const gone = earlier.flatMap(({ held }) => (held && ids.has(held.ingredientId) ? [held] : []));
  const all = drawPours<PositionLevel>([...before.filter(isHeldStill), ...gone], poured);
  const amounts = new Map(all.filter(isHeldStill).map((place) => [place.position, place]));
  const drawn = before.flatMap((place) => {
    const amount = amounts.get(place.position);
    return amount ? [{ ...place, ...amount }] : [];
  });
  const levels = new Map(drawn.map((place) => [place.position, place.remainingMl]));
  const servingOf = new Map(
    lines.flatMap(({ ingredients }) =>
      ingredients.map(({ id, servingSizeMl }) => [id, servingSizeMl] as const),
    ),
  );
  const ended = items.flatMap(({ pours = [] }) =>
    pours.map((pour) => ({ ...pour, position: Number(pour.position) })).filter(isHeldStill),
  );
  const taken = before.map((place) => ({
    ...place,
    remainingMl: levels.get(place.position) ?? place.remainingMl,
  }));
  const deducted = all.map(
    (place) =>
      [
        isHeldStill(place) ? String(place.position) : earlierKey(place.position),
        place.deductedMl,
      ] as const,
  );
  return {
    isTracked,
    before,
    drawn,
    after: await judgePlaces(transaction, unit, taken, { ended, servingOf, soldAt }),
    servingOf,
    servings: servingsBy(lines),
    deducted: isTracked ? Object.fromEntries(deducted) : null,
  };
}

interface Judgement {
  ended: readonly EndedPour[];
  servingOf: ReadonlyMap<string, number>;
  soldAt: Date;
}

/** Places after an order, suspect or not; of a position that a later sale reported on, that report counts. */
async function judgePlaces(
  transaction: Tx,
  unit: UnitRef,
  taken: readonly Level[],
  { ended, servingOf, soldAt }: Judgement,
): Promise<Level[]> {
  const judged = suspectsAfter(taken, ended, servingOf);
  const turned = judged.filter(({ isSuspect }, nth) => isSuspect !== taken[nth]?.isSuspect);
  const positions = turned.map(({ position }) => position);
  const reportedLater = await listReportedLater(transaction, unit, positions, soldAt);
  const withoutOwn = ended.filter(({ position = 0 }) => !reportedLater.has(position));
  return reportedLater.size === 0 ? judged : suspectsAfter(taken, withoutOwn, servingOf);
}

/**
 * Counts the servings and, where stock is tracked, stores the levels after the order, with what was poured beyond them
 * as found, opens restock notices, and records what has run out; elsewhere the levels of what was sold are unknown from then on.
 */
export async function deductStock(
  transaction: Tx,
  unit: UnitRef,
  { isTracked, before, drawn, after, servingOf, servings }: Deduction,
  { at, soldAt, number, actor }: { at: Date; soldAt: Date; number: number; actor: Actor },
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
  const changed = after.filter((place, nth) => {
    const was = before[nth];
    return place.remainingMl !== was?.remainingMl || place.isSuspect !== was.isSuspect;
  });
  const pouredAt = soldAt < at ? soldAt : at;
  await storeSoldStock(transaction, unit, {
    pouredAt,
    levels: changed,
    servings,
    isTracked,
    found,
  });
  await openNotices(transaction, unit, shortagesIn(after), at);
  if (!isTracked) return;
  const { begun, ended } = outsBetween(outOfStock(servingOf, before), outOfStock(servingOf, after));
  if (begun.length > 0) await queueAlertCheck(transaction, unit.venue_id, at);
  await beginOuts(transaction, unit, begun, { at: pouredAt, now: at });
  await endOuts(transaction, unit, ended, pouredAt);
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
