/** Ingredients of units: creation and changes. */
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { updateIngredient as updateEndpoint } from '../../contract/ingredients.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import {
  type IngredientDraft,
  type IngredientFacts,
  settleIngredient,
} from '../../rules/stock/ingredient.ts';
import {
  fillPositions,
  type IngredientSource,
  isRefill,
  settlePositions,
  takenByOthers,
  unexpectedError,
  type UnitCategory,
} from '../../rules/stock/positions.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { acceptImage } from '../files/files.ts';
import {
  changedDraft,
  draftOf,
  entryColumns,
  entryFields,
  factColumnsOf,
  factsOf,
  labelColumnsOf,
  priceFields,
  sharedFields,
} from './ingredient-fields.ts';
import * as queries from './ingredients.queries.ts';
import {
  getIngredient,
  type IngredientFactsRow,
  type IngredientRow,
  insertEntry,
  insertIngredient,
  listPlaces,
} from './ingredients.queries.ts';
import { syncRestockNotices } from './inventory.ts';
import { requireQuota } from '../owners/owners.ts';
import { insertFormerPrice } from '../prices/former-prices.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type AuditContext, rejectStaleUpdate, requirePermission } from '../shared/require.ts';
import { changeStock, type Positions } from '../stock/change-stock.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import type { LockedUnit, UnitBasics } from '../units/units.queries.ts';

type Draft = BodyOf<Endpoints['createIngredient']>;

/**
 * Adds an ingredient to the venue of a unit and assigns it to the unit, last in the list. Without positions it is
 * inactive there. Replaces the ingredients at its positions, unless the client sent an expected occupant and it has
 * changed (optimistic concurrency). Audited with its prices.
 */
export async function createIngredient(
  { db, now, flags, storage }: Pick<AppDeps, 'db' | 'now' | 'flags' | 'storage'>,
  unit: UnitBasics,
  draft: Draft,
  by: AuditContext,
): Promise<IngredientRow> {
  if (draft.imageURL) await acceptImage({ db, storage, now }, unit.owner_id, draft.imageURL);
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, unit.owner_id, 'ingredients');
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const { id } = await addIngredient(transaction, unit, draft, { ...by, at, locked });
    await syncRestockNotices(transaction, locked, isTracked, at);
    return getIngredient(transaction, unit, id);
  });
}

interface Adding extends AuditContext {
  at: Date;
  locked: LockedUnit;
}

/** The part of createIngredient behind the unit's lock, after the limit of the owner and before the restock notices. */
export async function addIngredient(
  transaction: Tx,
  unit: UnitBasics,
  draft: Omit<Draft, 'venueId' | 'unitId'>,
  { at, locked, ...by }: Adding,
): Promise<IngredientRow> {
  const { facts, positions } = settleDraft(draft, draft.positionInUnit ?? [], locked.category);
  const placing: Placing = {
    unit: locked,
    ingredientId: newId(at),
    positions,
    overrides: draft.overrides,
    places: await listPlaces(transaction, unit),
  };
  await changeStock(transaction, unit, { at, actor: by.actor }, async (stock) => {
    await freePositions(stock, placing);
    await insertIngredient(transaction, {
      venue_id: unit.venue_id,
      id: placing.ingredientId,
      name: draft.name,
      image_url: draft.imageURL ?? '',
      created_at: at,
      ...factColumnsOf(facts),
    });
    await insertEntry(transaction, {
      venue_id: unit.venue_id,
      unit_id: unit.id,
      ingredient_id: placing.ingredientId,
      ...entryColumns(draft),
    });
    await occupyPositions(transaction, stock, placing, { ...facts, refillsOnChange: true });
  });
  const added = await getIngredient(transaction, unit, placing.ingredientId);
  await auditAdded(transaction, unit, added, { ...by, at });
  return added;
}

type Changes = BodyOf<typeof updateEndpoint>;
type Row = queries.IngredientRow;

/**
 * Updates an ingredient in its venue and in one unit; omitted fields stay unchanged. Without positions it is
 * deactivated in the unit; a unit that did not have it gets it last in its list. A new source clears its positions,
 * and is refused while it is loaded in another unit. Throws 409 per field for stale values (optimistic concurrency).
 */
export async function updateIngredient(
  { db, now, flags, storage }: Pick<AppDeps, 'db' | 'now' | 'flags' | 'storage'>,
  unit: UnitBasics,
  id: string,
  changes: Changes,
  by: AuditContext,
): Promise<Row> {
  const known = await queries.findIngredientOfVenue(db, unit.venue_id, id);
  if (!known) throw notFound('ingredient');
  if (changes.imageURL && changes.imageURL !== known.image_url) {
    await acceptImage({ db, storage, now }, unit.owner_id, changes.imageURL);
  }
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const changed = { ...by, at, locked, isTracked };
    await changeIngredient(transaction, unit, id, changes, changed);
    await syncRestockNotices(transaction, locked, isTracked, at);
    return queries.getIngredient(transaction, unit, id);
  });
}

interface Changing extends Adding {
  isTracked: boolean;
}

/** The part of updateIngredient behind the unit's lock, before the restock notices. */
export async function changeIngredient(
  transaction: Tx,
  unit: UnitBasics,
  id: string,
  changes: Changes,
  { at, locked, isTracked, ...by }: Changing,
): Promise<void> {
  const stored = await queries.lockIngredient(transaction, unit.venue_id, id);
  const before = await queries.findIngredient(transaction, unit, id);
  const entry = before && entryFields(before);
  const current = { ...sharedFields(stored), ...entry };
  rejectStaleUpdate(changes.expected, current, ingredientMessages.nowIs);

  const isNewSource = changes.source !== undefined && changes.source !== stored.source;
  const kept = isNewSource || !entry ? [] : entry.positionInUnit;
  const chosen = changes.positionInUnit ?? kept;
  const where = { category: locked.category, isNewThere: !before };
  const { facts, positions } = settleChanges(stored, changes, chosen, where);
  if (isNewSource && (await queries.isPlacedElsewhere(transaction, id, unit))) {
    throw fieldError({ source: ingredientMessages.standsElsewhere });
  }

  const placing: Placing = {
    unit: locked,
    ingredientId: stored.id,
    positions,
    overrides: changes.overrides,
    places: await queries.listPlaces(transaction, unit),
  };
  await changeStock(transaction, unit, { at, actor: by.actor }, async (stock) => {
    await freePositions(stock, placing);
    await queries.updateIngredient(transaction, unit.venue_id, id, {
      ...labelColumnsOf(changes),
      ...factColumnsOf(facts),
    });
    const key = { venue_id: unit.venue_id, unit_id: unit.id, ingredient_id: id };
    if (before) await queries.updateEntry(transaction, key, entryColumns(changes));
    else await queries.insertEntry(transaction, { ...key, ...entryColumns(changes) });
    await occupyPositions(transaction, stock, placing, { ...facts, refillsOnChange: isTracked });
  });
  const after = await queries.getIngredient(transaction, unit, id);
  if (before) await recordPrices(transaction, unit, [before, after], { ...by, at });
  else await auditAdded(transaction, unit, after, { ...by, at });
}

/** Stores and audits changed prices. Throws 403 for a member who may not change them. */
async function recordPrices(
  transaction: Tx,
  unit: UnitBasics,
  [before, after]: [Row, Row],
  { at, actor, address }: AuditContext & { at: Date },
): Promise<void> {
  const [was, is] = [priceFields(before), priceFields(after)];
  if (was.price === is.price && was.doublePrice === is.doublePrice) return;
  requirePermission(actor, 'prices.write');
  await insertFormerPrice(transaction, unit, before.id, before, at);
  await insertAudit(transaction, {
    at,
    actor,
    ownerId: unit.owner_id,
    address,
    action: 'ingredient.price_updated',
    target: `${after.name} on ${unitTarget(unit)}`,
    oldValue: was,
    newValue: is,
  });
}

// Converts a form's input to stored values: applies the rules, and reports violations as field errors.

export interface Settled {
  facts: IngredientFacts;
  positions: number[];
}

/** Resolves a new ingredient and its positions in a unit of this category. */
export function settleDraft(
  draft: IngredientDraft,
  chosen: readonly string[],
  category: UnitCategory,
): Settled {
  const settled = settleIngredient(draft, category);
  if ('problems' in settled) throw fieldError(settled.problems);
  return {
    facts: settled.facts,
    positions: positionsOf(chosen, category, settled.facts.source),
  };
}

/**
 * Same for an existing ingredient. Its facts stay unchanged unless the request changes them, or it is added to a unit
 * for the first time: a new price must not adapt it to the rules of one of its units.
 */
export function settleChanges(
  stored: IngredientFactsRow,
  changes: IngredientDraft,
  chosen: readonly string[],
  { category, isNewThere }: { category: UnitCategory; isNewThere: boolean },
): Settled {
  const changed = changedDraft(stored, changes);
  if (changed === null && !isNewThere) {
    const facts = factsOf(stored);
    return { facts, positions: positionsOf(chosen, category, facts.source) };
  }
  return settleDraft(changed ?? draftOf(stored), chosen, category);
}

function positionsOf(
  chosen: readonly string[],
  category: UnitCategory,
  source: IngredientSource,
): number[] {
  const placed = settlePositions(chosen, category, source);
  if ('problem' in placed) throw fieldError({ positionInUnit: placed.problem });
  return placed.positions;
}

// Assigns positions to an ingredient in a locked unit: frees the positions first, so that the source may change in
// between.

export interface Placing {
  unit: UnitRef & { category: UnitCategory };
  ingredientId: string;
  positions: readonly number[];
  /** Expected occupants; undefined when any may be replaced. */
  overrides?: Readonly<Record<string, string>> | undefined;
  /** All occupied positions of the unit at the time it was locked. */
  places: readonly queries.NamedPlace[];
}

/** Frees the positions of the ingredient and of those it replaces. Throws 409 for an unexpected occupant. */
export async function freePositions(stock: Positions, placing: Placing): Promise<void> {
  const { ingredientId, positions, overrides, places } = placing;
  const taken = takenByOthers(places, positions, ingredientId);
  const surprises = unexpectedError(taken, overrides);
  if (surprises.length > 0) {
    const messages = surprises.map((place) =>
      ingredientMessages.nowHolds(place.position, place.name),
    );
    throw fieldError({ positionInUnit: messages.join('. ') }, 409);
  }
  const freed = [...places.filter((place) => place.ingredientId === ingredientId), ...taken];
  await stock.free(freed.map(({ position }) => position));
}

/**
 * Assigns the positions, after `freePositions`. One that stays with the ingredient and is not refilled is as empty as a
 * pour found it. Deactivates ingredients left without a position.
 */
export async function occupyPositions(
  transaction: Tx,
  stock: Positions,
  { unit, ingredientId, positions, places }: Placing,
  ingredient: { source: IngredientSource; sizeMl: number; refillsOnChange: boolean },
): Promise<void> {
  const own = places.filter((place) => place.ingredientId === ingredientId);
  const filled = fillPositions(positions, own, ingredient);
  const isRefilled = isRefill(positions, own, ingredient.refillsOnChange);
  const kept = new Map(isRefilled ? [] : own.map((place) => [place.position, place]));
  await stock.occupy(
    filled.map(({ position, sizeMl, remainingMl }) => ({
      position,
      ingredient_id: ingredientId,
      category: unit.category,
      source: ingredient.source,
      size_ml: sizeMl,
      remaining_ml: remainingMl,
      reported_empty_at: kept.get(position)?.reportedEmptyAt ?? null,
    })),
    isRefilled,
  );
  if (isRefilled) await queries.setLevelKnown(transaction, unit, ingredientId);
  const losers = takenByOthers(places, positions, ingredientId).map((place) => place.ingredientId);
  await queries.updateActive(transaction, unit, [...new Set([ingredientId, ...losers])]);
}

/** Audits an ingredient that is new in a unit, with its prices there. */
export const auditAdded = (
  db: Tx,
  unit: UnitBasics,
  added: IngredientRow,
  { at, actor, address }: AuditContext & { at: Date },
): Promise<void> =>
  insertAudit(db, {
    at,
    actor,
    ownerId: unit.owner_id,
    address,
    action: 'ingredient.added',
    target: `${added.name} on ${unitTarget(unit)}`,
    newValue: priceFields(added),
  });
