import { randomBytes } from 'node:crypto';
import { readStandardPicture } from '../../db/standard-pictures.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import {
  standardBarMessages,
  standardBars,
  standardCents,
  standardDoubleCents,
  type StandardIngredient,
} from '../../rules/drinks/standard-bars.ts';
import { imageKey } from '../../rules/files/image-key.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { addDrinks, sellsDoubles } from '../drinks/drinks.ts';
import { listParts, listRanks } from '../drinks/drinks.queries.ts';
import { storeFile } from '../files/files.ts';
import { insertFile } from '../files/files.queries.ts';
import { addIngredients } from '../ingredients/ingredients.ts';
import { syncRestockNotices } from '../ingredients/inventory.ts';
import { requireQuota } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import { getUnit, type UnitBasics, type UnitRow } from '../units/units.queries.ts';
import type { VenueRow } from '../venues/venues.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'flags' | 'storage'>;

interface StoredPicture {
  key: string;
  contentType: string;
  sizeBytes: number;
}

/**
 * Fills an empty unit with a standard bar, all or nothing. Its ingredients and drinks are audited as those that are
 * added one by one. Pictures are stored before the transaction; those of one that fails are removed after a day.
 */
export async function addStandardBar(
  deps: Deps,
  { unit, venue }: { unit: UnitBasics; venue: Pick<VenueRow, 'id' | 'name'> },
  { bar: name, pricePercent }: EndpointBody<'addStandardBar'>,
  by: AuditContext,
): Promise<EndpointResponse<'addStandardBar'>> {
  const bar = standardBars[name];
  // Before pictures are stored in vain.
  await deps.db.transaction().execute((transaction) => requireEmpty(transaction, unit, bar));
  const isTracked = await tracksStock(deps, unit);
  const withDouble = await sellsDoubles(deps, venue);
  const pictures = await storePictures(deps, venue.name, bar.ingredients);
  return deps.db.transaction().execute(async (transaction) => {
    const { owner_id: ownerId } = unit;
    const bytes = [...pictures.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    await requireQuota(transaction, by.actor, ownerId, 'imageBytes', bytes);
    await requireQuota(transaction, by.actor, ownerId, 'ingredients', bar.ingredients.length);
    await requireQuota(transaction, by.actor, ownerId, 'drinks', bar.drinks.length);
    const locked = await requireEmpty(transaction, unit, bar);
    const at = deps.now();
    for (const picture of pictures.values()) await insertPicture(transaction, ownerId, picture, at);
    const drafts = bar.ingredients.map(({ position, baseOrMixer, priceCents, ...facts }) => ({
      ...facts,
      ...pricesOf(priceCents, pricePercent),
      baseOrMixer: [...baseOrMixer],
      positionInUnit: [position],
      imageURL: pictures.get(facts.name)?.key ?? '',
    }));
    const ids = await addIngredients(transaction, unit, drafts, { ...by, at, locked });
    const idOf = new Map(bar.ingredients.map((one, nth) => [one.name, ids[nth]]));
    const drinks = bar.drinks.map(({ name: drinkName, priceCents, ingredients }) => ({
      name: drinkName,
      ...pricesOf(priceCents, pricePercent),
      ingredients: ingredients.flatMap((ingredient) => idOf.get(ingredient) ?? []),
    }));
    const stock = await listParts(transaction, unit, ids);
    await addDrinks(transaction, unit, drinks, { ...by, at, stock, withDouble });
    await syncRestockNotices(transaction, locked, isTracked, at);
    return {
      unitNumber: unit.unit_number,
      ingredients: bar.ingredients.length,
      drinks: bar.drinks.length,
    };
  });
}

function pricesOf(standard: number, percent: number): { price: number; doublePrice: number } {
  const cents = standardCents(standard, percent);
  return { price: toDollars(cents), doublePrice: toDollars(standardDoubleCents(cents)) };
}

/** Locks the unit. Throws 400 for another category, and 409 when it has ingredients or drinks. */
async function requireEmpty(
  transaction: Tx,
  unit: UnitBasics,
  bar: { category: UnitRow['category'] },
): Promise<Awaited<ReturnType<typeof lockLiveUnit>>> {
  const locked = await lockLiveUnit(transaction, unit);
  if (locked.category !== bar.category)
    throw fieldError({ bar: standardBarMessages.otherCategory });
  const { inventory } = await getUnit(transaction, unit);
  if (inventory.length > 0 || (await listRanks(transaction, unit)).length > 0)
    throw new HttpError(409, standardBarMessages.notEmpty);
  return locked;
}

/** Stores a picture of each ingredient under a key of its own. */
async function storePictures(
  { storage, now }: Deps,
  album: string,
  ingredients: readonly StandardIngredient[],
): Promise<Map<string, StoredPicture>> {
  const stored = ingredients.map(async ({ name }) => {
    const { fileName, contentType, content } = await readStandardPicture(name);
    const key = imageKey(album, randomBytes(16).toString('base64url'), fileName);
    await storeFile(storage, { key, contentType, content }, now());
    return [name, { key, contentType, sizeBytes: content.length }] as const;
  });
  return new Map(await Promise.all(stored));
}

const insertPicture = (
  transaction: Tx,
  ownerId: string,
  { key, contentType, sizeBytes }: StoredPicture,
  at: Date,
): Promise<void> =>
  insertFile(transaction, {
    id: newId(at),
    owner_id: ownerId,
    key,
    content_type: contentType,
    size_bytes: sizeBytes,
    state: 'stored',
    created_at: at,
    accepted_at: at,
  });
