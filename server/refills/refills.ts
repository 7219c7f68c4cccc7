/** Refills of positions, discarded stock, and the refill plan. */
import type { EndpointResponse, EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import { clockText } from '../../rules/nights/venue-clock.ts';
import type { Actor } from '../../rules/permissions.ts';
import { countMessages, discardMessages } from '../../rules/stock/stock-messages.ts';
import { reportedWithinMs } from '../../rules/stock/ingredient.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { findRefillPlan, storeRefillPlan } from '../forecast/forecast.queries.ts';
import { listPlaces } from '../ingredients/ingredients.queries.ts';
import { settleLevels, syncRestockNotices } from '../ingredients/inventory.ts';
import * as queries from './refills.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { changeStock } from '../stock/change-stock.ts';
import { isKeyRecorded } from '../stock/movements.queries.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import type { LockedUnit, UnitBasics } from '../units/units.queries.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';

type Refill = EndpointBody<'refillPositions'>['refills'][number];
type Outcome = EndpointResponse<'refillPositions'>['refills'][number];

/** A minute by which the clock of a phone may be ahead. */
const aheadMs = 60_000;

/**
 * Records refills of a unit in their order, with their own times: each sets its position to a level and, for a time in
 * the past, less what was sold since. A refill whose key is recorded, whose position was changed after it, or that
 * holds another ingredient by now changes nothing. Throws 409 where inventory management is off for the unit.
 */
export async function refillPositions(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  refills: readonly Refill[],
  actor: Actor,
): Promise<Outcome[]> {
  const at = now();
  requireRecent(refills, at);
  const isTracked = await tracksStock({ flags }, unit);
  if (!isTracked) throw new HttpError(409, forecastMessages.notTracked);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const outcomes: Outcome[] = [];
    for (const refill of refills) {
      const result = await refillPosition(transaction, locked, refill, { at, actor });
      outcomes.push({ key: refill.key, position: refill.position, result, levelPercent: null });
    }
    const refilled = outcomes.filter(({ result }) => result === 'refilled');
    const places = await settleLevels(
      transaction,
      locked,
      new Set(refilled.map(({ position }) => position)),
      { isTracked, at },
    );
    const levelOf = new Map(
      places.map(({ position, remainingMl, sizeMl }) => [position, (100 * remainingMl) / sizeMl]),
    );
    return outcomes.map((outcome) => ({
      ...outcome,
      levelPercent: levelOf.get(outcome.position) ?? null,
    }));
  });
}

function requireRecent(refills: readonly Refill[], now: Date): void {
  for (const [nth, { at }] of refills.entries()) {
    const ageMs = at ? now.getTime() - at.getTime() : 0;
    if (ageMs > reportedWithinMs)
      throw fieldError({ [`refills.${nth}.at`]: forecastMessages.tooOld });
    if (ageMs < -aheadMs) throw fieldError({ [`refills.${nth}.at`]: forecastMessages.ahead });
  }
}

async function refillPosition(
  transaction: Tx,
  unit: LockedUnit,
  { key, position, ingredientId, levelPercent, leftover, at: refilledAt }: Refill,
  { at, actor }: { at: Date; actor: Actor },
): Promise<Outcome['result']> {
  if (await isKeyRecorded(transaction, unit, key)) return 'refilled';
  const isLate = refilledAt !== undefined && refilledAt < at;
  const time = isLate ? refilledAt : at;
  const places = await listPlaces(transaction, unit);
  const held = places.find((place) => place.position === position);
  if (held?.ingredientId !== ingredientId) return 'moved';
  if (isLate && (await queries.isChangedAfter(transaction, unit, position, time)))
    return 'superseded';
  const change = { at: time, actor };
  if (leftover !== 'poured_over') {
    // By the books: what was sold since a refill in the past was deducted from the old bottle.
    const kind = leftover === 'kept' ? 'removed' : 'discarded';
    await changeStock(transaction, unit, { ...change, kind }, (stock) =>
      stock.setLevel({ position, share: 0, lessMl: 0 }),
    );
  }
  const lessMl = isLate ? await queries.sumDeductedSince(transaction, unit, position, time) : 0;
  const request = { key, position };
  await changeStock(transaction, unit, { ...change, kind: 'refilled', request }, (stock) =>
    stock.setLevel({
      position,
      share: levelPercent / 100,
      lessMl,
      ...(isLate && { since: time }),
    }),
  );
  return 'refilled';
}

type Discard = EndpointBody<'discardStock'>['discards'][number];
type DiscardOutcome = EndpointResponse<'discardStock'>['discards'][number];

/**
 * Records what was taken from positions of a unit without being sold: each level becomes lower, at most to 0, by a
 * movement `discarded`. One whose key is recorded, or whose position holds another ingredient by now, changes nothing.
 * Throws 409 where inventory management is off for the unit.
 */
export async function discardStock(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  discards: readonly Discard[],
  actor: Actor,
): Promise<DiscardOutcome[]> {
  const isTracked = await tracksStock({ flags }, unit);
  if (!isTracked) throw new HttpError(409, discardMessages.notTracked);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const results: Pick<DiscardOutcome, 'key' | 'position' | 'result'>[] = [];
    for (const discard of discards) {
      const { key, position } = discard;
      const result = await discardOne(transaction, locked, discard, { at, actor });
      results.push({ key, position, result });
    }
    await syncRestockNotices(transaction, locked, isTracked, at);
    const places = await listPlaces(transaction, locked);
    const left = new Map(places.map(({ position, remainingMl }) => [position, remainingMl]));
    return results.map((one) => ({ ...one, remainingMl: left.get(one.position) ?? null }));
  });
}

async function discardOne(
  transaction: Tx,
  unit: LockedUnit,
  { key, position, ingredientId, ml }: Discard,
  { at, actor }: { at: Date; actor: Actor },
): Promise<DiscardOutcome['result']> {
  if (await isKeyRecorded(transaction, unit, key)) return 'discarded';
  const places = await listPlaces(transaction, unit);
  const held = places.find((place) => place.position === position);
  if (held?.ingredientId !== ingredientId) return 'moved';
  const request = { key, position };
  await changeStock(transaction, unit, { at, actor, kind: 'discarded', request }, (stock) =>
    stock.lower(position, ml),
  );
  return 'discarded';
}

type Count = EndpointBody<'countStock'>['counts'][number];
type CountOutcome = EndpointResponse<'countStock'>['counts'][number];

/**
 * Sets levels of positions to what was counted, each by a movement `counted`. One whose key is recorded, or whose
 * position holds another ingredient by now, changes nothing. Throws 400 for more than a position holds, and 409 where
 * inventory management is off for the unit.
 */
export async function countStock(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  counts: readonly Count[],
  actor: Actor,
): Promise<CountOutcome[]> {
  const isTracked = await tracksStock({ flags }, unit);
  if (!isTracked) throw new HttpError(409, countMessages.notTracked);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const results: Pick<CountOutcome, 'key' | 'position' | 'result'>[] = [];
    for (const [nth, { key, position, ingredientId, ml }] of counts.entries()) {
      const result = { key, position, result: 'counted' as const };
      if (await isKeyRecorded(transaction, locked, key)) {
        results.push(result);
        continue;
      }
      const held = (await listPlaces(transaction, locked)).find((one) => one.position === position);
      if (held?.ingredientId !== ingredientId) {
        results.push({ ...result, result: 'moved' });
        continue;
      }
      if (ml > held.sizeMl) throw fieldError({ [`counts.${nth}.ml`]: countMessages.badAmount });
      const request = { key, position };
      await changeStock(transaction, locked, { at, actor, kind: 'counted', request }, (stock) =>
        stock.count({ position, ml, countedAt: at }),
      );
      results.push(result);
    }
    const counted = results.filter(({ result }) => result === 'counted');
    const places = await settleLevels(
      transaction,
      locked,
      new Set(counted.map(({ position }) => position)),
      { isTracked, at },
    );
    const left = new Map(places.map(({ position, remainingMl }) => [position, remainingMl]));
    return results.map((one) => ({ ...one, remainingMl: left.get(one.position) ?? null }));
  });
}

/** Sets the time of day at which the units of a venue are refilled, or clears it. */
export function updateRefillPlan(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id: venueId, name }: VenueRow,
  atMinutes: number | null,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const before = await findRefillPlan(transaction, venueId);
    await storeRefillPlan(transaction, venueId, atMinutes);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'refill_plan.updated',
      target: `venue ${name}`,
      oldValue: audited(before),
      newValue: audited(atMinutes),
    });
  });
}

const audited = (minutes: number | null) => ({ at: minutes === null ? null : clockText(minutes) });
