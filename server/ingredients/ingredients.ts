/** Ingredients of units: creation and changes. */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import { type IngredientDraft, settleIngredient } from '../../rules/stock/ingredient.ts';
import {
  type IngredientSource,
  settlePositions,
  type UnitCategory,
} from '../../rules/stock/positions.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { insertAudits } from '../audit/audit.queries.ts';
import { acceptImage } from '../files/files.ts';
import {
  changedDraft,
  draftOf,
  entryColumns,
  entryFields,
  factColumnsOf,
  factsOf,
  plainColumnsOf,
  priceFields,
  sharedFields,
  weightFields,
} from './ingredient-fields.ts';
import {
  findIngredientOfVenue,
  getIngredient,
  type IngredientFactsRow,
  type IngredientRow,
  insertEntries,
  insertIngredients,
  isPlacedElsewhere,
  lockIngredients,
  mapIngredients,
  updateEntry,
  updateIngredient as updateIngredientRow,
} from './ingredients.queries.ts';
import { syncRestockNotices } from './inventory.ts';
import { type Placed, placeIngredients, type Settled } from './place-ingredients.ts';
import { requireQuota } from '../owners/owners.ts';
import { recordPrices } from '../prices/record-prices.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type AuditContext, rejectStaleUpdate } from '../shared/require.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import type { LockedUnit, UnitBasics } from '../units/units.queries.ts';

type Draft = EndpointBody<'createIngredient'>;

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
    const [id = ''] = await addIngredients(transaction, unit, [draft], { ...by, at, locked });
    await syncRestockNotices(transaction, locked, isTracked, at);
    return getIngredient(transaction, unit, id);
  });
}

interface Adding extends AuditContext {
  at: Date;
  locked: LockedUnit;
}

/**
 * The part of createIngredient behind the unit's lock, after the limit of the owner and before the restock notices.
 * Returns the ids of the ingredients, in their order.
 */
export async function addIngredients(
  transaction: Tx,
  unit: UnitBasics,
  drafts: readonly Omit<Draft, 'venueId' | 'unitId'>[],
  { at, locked, ...by }: Adding,
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const added = drafts.map((draft) => ({
    ...settleDraft(draft, draft.positionInUnit ?? [], locked.category),
    id: newId(at),
    draft,
    overrides: draft.overrides,
    refillsOnChange: true,
  }));
  const ids = added.map(({ id }) => id);
  await placeIngredients(transaction, locked, added, { at, actor: by.actor }, async () => {
    await insertIngredients(
      transaction,
      added.map(({ id, draft, facts }) => ({
        venue_id: unit.venue_id,
        id,
        name: draft.name,
        image_url: draft.imageURL ?? '',
        tare_weight_g: draft.tareWeight ?? null,
        density: draft.density ?? null,
        created_at: at,
        ...factColumnsOf(facts),
      })),
    );
    const entries = added.map(({ id, draft }) => ({ ingredient_id: id, ...entryColumns(draft) }));
    await insertEntries(transaction, unit, entries);
  });
  await auditAdded(transaction, unit, ids, { ...by, at });
  return ids;
}

type Changes = EndpointBody<'updateIngredient'>;
type Row = IngredientRow;

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
  const known = await findIngredientOfVenue(db, unit.venue_id, id);
  if (!known) throw notFound('ingredient');
  if (changes.imageURL && changes.imageURL !== known.image_url) {
    await acceptImage({ db, storage, now }, unit.owner_id, changes.imageURL);
  }
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const changing = { ...by, at, locked, isTracked };
    await changeIngredients(transaction, unit, [{ id, changes }], changing);
    await syncRestockNotices(transaction, locked, isTracked, at);
    return getIngredient(transaction, unit, id);
  });
}

interface Changing extends Adding {
  isTracked: boolean;
}

/** The part of updateIngredient behind the unit's lock, before the restock notices, for ingredients of its venue. */
export async function changeIngredients(
  transaction: Tx,
  unit: UnitBasics,
  changed: readonly { id: string; changes: Changes }[],
  { at, locked, isTracked, ...by }: Changing,
): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const facts = await lockIngredients(transaction, unit.venue_id, ids);
  const rows = new Map(facts.map((row) => [row.id, row]));
  const before = await mapIngredients(transaction, unit, ids);
  const placed: Changed[] = [];
  for (const { id, changes } of changed) {
    const stored = rows.get(id);
    if (!stored) throw notFound('ingredient');
    const own = before.get(id);
    const settled = settleChange(stored, own, changes, locked.category);
    if (settled.isNewSource && (await isPlacedElsewhere(transaction, id, unit)))
      throw fieldError({ source: ingredientMessages.standsElsewhere });
    const { overrides } = changes;
    placed.push({ ...settled, id, changes, overrides, refillsOnChange: isTracked, stored });
  }
  await placeIngredients(transaction, locked, placed, { at, actor: by.actor }, () =>
    storeChanges(transaction, unit, placed, before),
  );
  const repricing = {
    before: before.values(),
    after: await mapIngredients(transaction, unit, [...before.keys()]),
    pricesOf: priceFields,
    action: 'ingredient.price_updated' as const,
    place: unitTarget(unit),
  };
  await recordPrices(transaction, unit, repricing, { ...by, at });
  await auditWeights(transaction, unit, placed, { ...by, at });
  const added = ids.filter((id) => !before.has(id));
  await auditAdded(transaction, unit, added, { ...by, at });
}

interface Changed extends Placed {
  changes: Changes;
  stored: IngredientFactsRow;
}

/** @param own undefined for one that the unit does not have */
function settleChange(
  stored: IngredientFactsRow,
  own: Row | undefined,
  changes: Changes,
  category: UnitCategory,
): Settled & { isNewSource: boolean } {
  const entry = own && entryFields(own);
  const current = { ...sharedFields(stored), ...entry };
  rejectStaleUpdate(changes.expected, current, ingredientMessages.nowIs);
  const isNewSource = changes.source !== undefined && changes.source !== stored.source;
  const kept = isNewSource || !entry ? [] : entry.positionInUnit;
  const chosen = changes.positionInUnit ?? kept;
  return {
    ...settleChanges(stored, changes, chosen, { category, isNewThere: !own }),
    isNewSource,
  };
}

async function storeChanges(
  transaction: Tx,
  unit: UnitBasics,
  changed: readonly Changed[],
  before: ReadonlyMap<string, Row>,
): Promise<void> {
  for (const { id, changes, facts, stored } of changed) {
    const isSame = isDeepStrictEqual(facts, factsOf(stored));
    await updateIngredientRow(transaction, unit.venue_id, id, {
      ...plainColumnsOf(changes),
      ...(isSame ? {} : factColumnsOf(facts)),
    });
    const key = { venue_id: unit.venue_id, unit_id: unit.id, ingredient_id: id };
    if (before.has(id)) await updateEntry(transaction, key, entryColumns(changes));
  }
  const added = changed.filter(({ id }) => !before.has(id));
  const entries = added.map(({ id, changes }) => ({ ingredient_id: id, ...entryColumns(changes) }));
  await insertEntries(transaction, unit, entries);
}

// Converts a form's input to stored values: applies the rules, and reports violations as field errors.

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

/** Audits the weights that differ. */
async function auditWeights(
  db: Tx,
  unit: UnitBasics,
  changed: readonly Changed[],
  { at, ...by }: AuditContext & { at: Date },
): Promise<void> {
  await insertAudits(
    db,
    by,
    at,
    changed.flatMap(({ stored, changes }) => {
      const oldValue = weightFields(stored);
      const newValue = weightFields({ ...stored, ...plainColumnsOf(changes) });
      if (isDeepStrictEqual(oldValue, newValue)) return [];
      return [
        {
          ownerId: unit.owner_id,
          action: 'ingredient.weights_updated' as const,
          target: `${changes.name ?? stored.name} on ${unitTarget(unit)}`,
          oldValue,
          newValue,
        },
      ];
    }),
  );
}

/** Audits ingredients that are new in a unit, with their prices there, and their weights. */
async function auditAdded(
  db: Tx,
  unit: UnitBasics,
  ids: readonly string[],
  { at, ...by }: AuditContext & { at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await mapIngredients(db, unit, ids);
  await insertAudits(
    db,
    by,
    at,
    ids.flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [];
      return [
        {
          ownerId: unit.owner_id,
          action: 'ingredient.added' as const,
          target: `${row.name} on ${unitTarget(unit)}`,
          newValue: { ...priceFields(row), ...weightFields(row) },
        },
      ];
    }),
  );
}
