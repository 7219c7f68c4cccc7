/** Drinks: reading, creation, changes and order. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { limitToVenues } from '../../db/tenant.ts';
import { groupBy } from '../../lib/lists.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { drinkDoublePriceCents, drinkRanks, type Ranked } from '../../rules/drinks/drink-price.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { menuMessages } from '../../rules/drinks/menu-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { type Actor, maySeeMoney, scopeOf } from '../../rules/permissions.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import { insertAudits } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import {
  drinkColumns,
  drinkFields,
  drinkPrices,
  fieldsWithoutPrices,
  rejectOtherDrink,
} from './drink-fields.ts';
import * as drinks from './drinks.queries.ts';
import {
  type DrinkRef,
  type DrinkRow,
  findDrink,
  findDrinkRefs,
  listDrinks,
  listRanks,
  updateRanks,
} from './drinks.queries.ts';
import { requireQuota } from '../owners/owners.ts';
import { recordPrices } from '../prices/record-prices.ts';
import { invertColumns, readColumns, writeColumns } from '../shared/columns.ts';
import type { AppDeps } from '../shared/deps.ts';
import { menuColumns } from '../shared/drink-columns.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { parseId, newId } from '../shared/ids.ts';
import {
  type AuditContext,
  assertNotTruncated,
  rejectStaleUpdate,
  requirePermission,
} from '../shared/require.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import { lockUnit, type UnitBasics, unitOf } from '../units/units.queries.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { acrossVenues } from '../venues/venue-access.ts';

/** Venue of a drink, as its flags need it. */
export const venueOf = ({ venue_id: id, venue_name: name }: DrinkRef) => ({ id, name });

/** Returns the named drinks if all of them are in the actor's scope; otherwise throws 404, as for missing ones. */
export async function requireDrinks(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  ids: readonly string[],
): Promise<DrinkRef[]> {
  const requested = new Set(ids.map((id) => parseId(id, 'drink')));
  const found = await acrossVenues(db, () => findDrinkRefs(db, [...requested], scopeOf(actor)));
  if (found.length < requested.size) throw notFound('drink');
  limitToVenues([...new Set(found.map((drink) => drink.venue_id))]);
  return found;
}

export async function requireDrink(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<DrinkRef> {
  const [place] = await requireDrinks(deps, actor, [id]);
  if (!place) throw notFound('drink');
  return place;
}

/** Returns the drink; throws 404 when it was deleted meanwhile. The caller holds the unit's lock. */
export async function requireLiveDrink(
  transaction: Tx,
  ref: Pick<DrinkRef, 'venue_id' | 'id'>,
): Promise<DrinkRow> {
  const drink = await findDrink(transaction, ref);
  if (!drink) throw notFound('drink');
  return drink;
}

type Deps = Pick<AppDeps, 'db' | 'flags'>;

/** Returns true if a venue sells doubles: only then are double prices returned and stored. */
export async function sellsDoubles(
  { flags }: Pick<Deps, 'flags'>,
  venue: { id: string; name: string },
): Promise<boolean> {
  return (await flags.flagsOn(venueFlags(venue))).has(flagNamed.doubleOrder);
}

/** Returns all drinks of a venue, by unit and rank. */
export const readAllDrinks = async (
  { db }: Pick<Deps, 'db'>,
  venueId: string,
): Promise<drinks.DrinkRow[]> =>
  assertNotTruncated('drinks', await drinks.listDrinks(db, venueId, null));

interface Requested {
  /** 1-based; the last page when there are fewer. */
  page: drinks.Page;
  /** Selects the page that contains this drink, if there is one, instead of `page`. */
  drinkId: string | null;
}

/** A page of a venue's drinks, and its number. */
export async function readDrinkPage(
  { db }: Pick<Deps, 'db'>,
  venueId: string,
  { page, drinkId }: Requested,
): Promise<{ rows: drinks.DrinkRow[]; pagination: drinks.Page & { total: number } }> {
  const { size } = page;
  const { total, before } = await drinks.countDrinks(db, venueId, drinkId);
  const requested = before === null ? page.current : Math.floor(before / size) + 1;
  const current = Math.max(1, Math.min(requested, Math.ceil(total / size)));
  const rows = await drinks.listDrinkPage(db, venueId, { current, size });
  return { rows, pagination: { current, size, total } };
}

type Draft = Pick<
  EndpointBody<'createDrink'>,
  keyof typeof menuColumns | 'price' | 'doublePrice' | 'ingredients'
>;

/**
 * Adds a drink to a unit, ranked last. Throws 404 for ingredients that the venue does not have, a field error for
 * those that are not on the unit, and 409 when a drink with the same ingredients, in any order, exists there. Audited
 * with its prices.
 * @param unitId null for the venue's first unit that has all of the ingredients
 */
export async function createDrink(
  deps: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  venue: { id: string; name: string; owner_id: string },
  unitId: string | null,
  draft: Draft,
  by: AuditContext,
): Promise<drinks.DrinkRow> {
  const ingredientIds = [...new Set(draft.ingredients)].map((id) => parseId(id, 'ingredient'));
  if ((await drinks.countIngredients(deps.db, venue.id, ingredientIds)) < ingredientIds.length)
    throw notFound('ingredient');
  const onUnit = unitId ?? (await drinks.findUnitWithAll(deps.db, venue.id, ingredientIds));
  if (onUnit === null) throw fieldError({ ingredients: drinkMessages.noUnitHasAll });
  const withDouble = await sellsDoubles(deps, venue);

  return deps.db.transaction().execute(async (transaction) => {
    await requireQuota(transaction, by.actor, venue.owner_id, 'drinks');
    const unit = await lockLiveUnit(transaction, { venue_id: venue.id, id: onUnit });
    const stock = await drinks.listParts(transaction, unit, ingredientIds);
    if (stock.length < ingredientIds.length)
      throw fieldError({ ingredients: drinkMessages.notOnUnit });
    if (await drinks.findDrinkOfSet(transaction, unit, ingredientIds))
      throw new HttpError(409, drinkMessages.alreadyCreated);

    const of = { ...unit, owner_id: venue.owner_id };
    const drafts = [{ ...draft, ingredients: ingredientIds }];
    const adding = { ...by, at: deps.now(), stock, withDouble };
    const [added] = await addDrinks(transaction, of, drafts, adding);
    if (!added) throw notFound('drink');
    return added;
  });
}

interface Adding extends AuditContext {
  at: Date;
  /** Ingredients of the drinks as they are on the unit, with their prices; others do not matter. */
  stock: readonly drinks.PartRow[];
  /** True when the venue sells doubles. */
  withDouble: boolean;
}

/**
 * The part of createDrink behind the unit's lock, for drinks whose ingredients no other drink of the unit has together.
 * Returns them in their order.
 * @param drafts with the ids of their ingredients in the order in which they are poured, each once
 */
export async function addDrinks(
  transaction: Tx,
  unit: UnitRef & { owner_id: string },
  drafts: readonly Draft[],
  { at, stock, withDouble, ...by }: Adding,
): Promise<drinks.DrinkRow[]> {
  if (drafts.length === 0) return [];
  const { length: first } = await drinks.listRanks(transaction, unit);
  const made = drafts.map((draft, nth) => ({
    row: {
      id: newId(at),
      venue_id: unit.venue_id,
      unit_id: unit.id,
      ...readColumns(invertColumns(menuColumns), draft),
      price_cents: toCents(draft.price),
      double_price_cents: withDouble ? doubleCents(draft, stock) : null,
      rank: first + nth,
      previous_rank: first + nth,
      created_at: at,
    },
    ingredientIds: draft.ingredients,
  }));
  await drinks.insertDrinks(transaction, made);
  await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
  const ids = made.map(({ row }) => row.id);
  const stored = await drinks.listDrinksById(transaction, unit.venue_id, ids);
  const added = ids.flatMap((id) => stored.find((one) => one.id === id) ?? []);
  await insertAudits(
    transaction,
    by,
    at,
    added.map((one) => ({
      ownerId: unit.owner_id,
      action: 'drink.created',
      target: `${one.name} on ${unitTarget(one)}`,
      newValue: withDouble ? drinkPrices(one) : { price: toDollars(one.price_cents) },
    })),
  );
  return added;
}

const doubleCents = (
  { price, doublePrice, ingredients }: Pick<Draft, 'price' | 'doublePrice' | 'ingredients'>,
  stock: readonly drinks.PartRow[],
): number =>
  doublePrice === undefined
    ? Math.max(
        toCents(price),
        drinkDoublePriceCents(
          stock
            .filter(({ ingredient_id }) => ingredients.includes(ingredient_id))
            .map((part) => ({
              priceCents: part.price_cents,
              doublePriceCents: part.double_price_cents,
            })),
        ),
      )
    : toCents(doublePrice);

type Changes = EndpointBody<'updateDrink'>;

/**
 * Updates a drink; omitted fields stay unchanged. A double price counts only where doubles are sold. Price changes are
 * audited. What a member may not change is refused with 403, and another unit or other ingredients with 400.
 */
export async function updateDrink(
  deps: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  place: drinks.DrinkRef,
  changes: Changes,
  by: AuditContext,
): Promise<drinks.DrinkRow> {
  if (Object.keys(writeColumns(menuColumns, changes)).length > 0 || changes.ranking !== undefined)
    requirePermission(by.actor, 'drinks.write');
  const unit = unitOf(place);
  const withDouble = await sellsDoubles(deps, venueOf(place));
  return deps.db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unit);
    const change = { id: place.id, changes };
    const of = { ...place, id: unit.id };
    const changing = { ...by, at: deps.now(), withDouble };
    const [changed] = await changeDrinks(transaction, of, [change], changing);
    if (!changed) throw notFound('drink');
    return changed;
  });
}

export interface DrinkChange {
  id: string;
  changes: Changes;
}

interface Changing extends AuditContext {
  at: Date;
  /** True when the venue sells doubles. */
  withDouble: boolean;
}

/**
 * The part of updateDrink behind the unit's lock, for drinks of the unit. Returns them in their order, and throws 404 when
 * one was deleted meanwhile.
 */
export async function changeDrinks(
  transaction: Tx,
  unit: Pick<UnitBasics, 'id' | 'venue_id' | 'unit_number' | 'unit_name' | 'owner_id'>,
  changed: readonly DrinkChange[],
  { at, withDouble, ...by }: Changing,
): Promise<drinks.DrinkRow[]> {
  if (changed.length === 0) return [];
  const { venue_id } = unit;
  const read = async () => {
    const ids = changed.map(({ id }) => id);
    const rows = await drinks.listDrinksById(transaction, venue_id, ids);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const before = await read();
  for (const { id, changes } of changed) {
    const was = before.get(id);
    if (!was) throw notFound('drink');
    rejectOtherDrink(was, changes);
    // The message of a stale field contains its value.
    const current = maySeeMoney(by.actor) ? drinkFields(was) : fieldsWithoutPrices(was);
    rejectStaleUpdate(changes.expected, current);
  }
  const columns = changed.map(({ id, changes }) => ({
    id,
    set: drinkColumns(changes, withDouble),
  }));
  for (const same of groupBy(columns, ({ set }) => JSON.stringify(set)).values()) {
    const ids = same.map(({ id }) => id);
    await drinks.updateDrinks(transaction, venue_id, ids, same[0]?.set ?? {});
  }
  for (const { id, changes } of changed) {
    const { ranking, soldOut } = changes;
    const was = before.get(id);
    if (soldOut !== undefined)
      await drinks.updateDrinks(transaction, venue_id, [id], {
        sold_out_until: soldOut ? await nextNight(transaction, venue_id, at) : null,
      });
    if (ranking && ranking.current !== was?.rank) {
      const ranks = await drinks.listRanks(transaction, unit);
      const params = { id, rank: ranking.current };
      await drinks.updateRanks(transaction, unit, drinkRanks(ranks, [params]));
    }
  }
  const after = await read();
  await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
  const repricing = {
    before: before.values(),
    after,
    pricesOf: drinkPrices,
    action: 'drink.price_updated' as const,
    place: unitTarget(unit),
  };
  await recordPrices(transaction, unit, repricing, { ...by, at });
  return changed.flatMap(({ id }) => after.get(id) ?? []);
}

const dayMs = 86_400_000;

/** Start of the next night; a day later in a venue without a clock. */
async function nextNight(db: Db, venueId: string, now: Date): Promise<Date> {
  const rules = await findNightRules(db, venueId);
  return new Date(rules ? nightAt(rules, now.getTime()).endMs : now.getTime() + dayMs);
}

/** A requested rank, and the one that its sender saw. */
interface RequestedOrder extends Ranked {
  expected?: number | undefined;
}

/**
 * Stores new ranks for drinks of one unit, all or nothing, and returns the unit's drinks in their new order. Throws 409
 * when a drink does not have the expected rank any more.
 */
export function reorderDrinks(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  drink: DrinkRef,
  params: readonly RequestedOrder[],
): Promise<DrinkRow[]> {
  const unit = unitOf(drink);
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unit);
    const ranks = await listRanks(transaction, unit);
    const stored = new Map(ranks.map(({ id, rank }) => [id, rank]));
    if (params.some(({ id, expected }) => expected !== undefined && stored.get(id) !== expected))
      throw fieldError({ body: menuMessages.orderChanged }, 409);
    await updateRanks(transaction, unit, drinkRanks(ranks, params));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return listDrinks(transaction, unit.venue_id, unit.id);
  });
}
