import type { Tx } from '../../db/tables/tables.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { updateIngredient as updateEndpoint } from '../../contract/ingredients.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as ingredients from './ingredients.queries.ts';
import * as unitPositions from './unit-places.queries.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { type ChangedBy, rejectStaleUpdate, requirePermission } from '../shared/require.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { acceptImage } from '../files/accept-image.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { auditAdded } from './audit-added.ts';
import { tendNotices } from './tend-notices.ts';
import {
  entryColumns,
  entryFields,
  factColumnsOf,
  labelColumnsOf,
  priceFields,
  sharedFields,
} from './ingredient-fields.ts';
import { freePositions, type Placing, occupyPositions } from './place-ingredient.ts';
import { insertFormerPrice } from '../prices/former-prices.queries.ts';
import { changeStock } from '../stock/change-stock.ts';
import { settleChanges } from './settle-draft.ts';

type Changes = BodyOf<typeof updateEndpoint>;
type Row = ingredients.IngredientRow;

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
  by: ChangedBy,
): Promise<Row> {
  const known = await ingredients.findIngredientOfVenue(db, unit.venue_id, id);
  if (!known) throw notFound('ingredient');
  if (changes.imageURL && changes.imageURL !== known.image_url) {
    await acceptImage({ db, storage, now }, unit.owner_id, changes.imageURL);
  }
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const stored = await ingredients.lockIngredient(transaction, unit.venue_id, id);
    const before = await ingredients.findIngredient(transaction, unit, id);
    const entry = before && entryFields(before);
    const current = { ...sharedFields(stored), ...entry };
    rejectStaleUpdate(changes.expected, current, ingredientMessages.nowIs);

    const isNewSource = changes.source !== undefined && changes.source !== stored.source;
    const kept = isNewSource || !entry ? [] : entry.positionInUnit;
    const chosen = changes.positionInUnit ?? kept;
    const where = { category: locked.category, isNewThere: !before };
    const { facts, positions } = settleChanges(stored, changes, chosen, where);
    if (isNewSource && (await unitPositions.isPlacedElsewhere(transaction, id, unit))) {
      throw fieldError({ source: ingredientMessages.standsElsewhere });
    }

    const placing: Placing = {
      unit: locked,
      ingredientId: stored.id,
      positions,
      overrides: changes.overrides,
      places: await unitPositions.listPlaces(transaction, unit),
    };
    const at = now();
    await changeStock(transaction, unit, { at, actor: by.actor }, async (stock) => {
      await freePositions(stock, placing);
      await ingredients.updateIngredient(transaction, unit.venue_id, id, {
        ...labelColumnsOf(changes),
        ...factColumnsOf(facts),
      });
      const key = { venue_id: unit.venue_id, unit_id: unit.id, ingredient_id: id };
      if (before) await unitPositions.updateEntry(transaction, key, entryColumns(changes));
      else await unitPositions.insertEntry(transaction, { ...key, ...entryColumns(changes) });
      await occupyPositions(transaction, stock, placing, { ...facts, refillsOnChange: isTracked });
    });
    await tendNotices(transaction, locked, isTracked, at);
    const after = await ingredients.getIngredient(transaction, unit, id);
    if (before) await recordPrices(transaction, unit, [before, after], { ...by, at });
    else await auditAdded(transaction, unit, after, { ...by, at });
    return after;
  });
}

/** Stores and audits changed prices. Throws 403 for a member who may not change them. */
async function recordPrices(
  transaction: Tx,
  unit: UnitBasics,
  [before, after]: [Row, Row],
  { at, actor, address }: ChangedBy & { at: Date },
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
