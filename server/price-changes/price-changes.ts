/** Changes of many prices at once: preview, storing and undoing them. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import {
  changedPrice,
  highestPriceCents,
  type PriceChange,
  priceChangeMessages,
  priceChangeText,
  undoDays,
} from '../../rules/prices/price-change.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { type DrinkRow, listDrinksById } from '../drinks/drinks.queries.ts';
import { sellsDoubles } from '../drinks/drinks.ts';
import * as queries from './price-changes.queries.ts';
import type { ChangedPrice, PricedDrink } from './price-changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { unitTarget } from '../units/unit-access.ts';
import { lockUnit } from '../units/units.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now' | 'flags'>;
type Venue = { id: string; name: string; owner_id: string };
type Requested = EndpointBody<'changePrices'>;

/** A drink with its price before and after. */
export interface RepricedDrink {
  drink: DrinkRow;
  cents: number;
  /** As charged for a double; null where the venue sells none. */
  doubleCents: { was: number; is: number } | null;
  stored: ChangedPrice;
}

/** Prices as they would be, in the order of the request. Throws 404 unless all drinks are on menus of the venue. */
export async function previewPrices(
  deps: Deps,
  venue: Venue,
  requested: Requested,
): Promise<RepricedDrink[]> {
  const named = namedDrinks(requested);
  const rows = await listDrinksById(deps.db, venue.id, idsOf(named));
  return reprice(named, rows, requested.change, await sellsDoubles(deps, venue));
}

/**
 * Stores new prices, all or none. Throws 409 with a message for each drink whose price is not the expected one, 404
 * unless all drinks are on menus of the venue, and a field error for a price that is too high. Audited.
 * @returns the drinks whose price changed, and the id to undo it; null without any
 */
export async function changePrices(
  deps: Deps,
  venue: Venue,
  requested: Requested,
  by: AuditContext,
): Promise<{ id: string | null; drinks: RepricedDrink[] }> {
  const named = namedDrinks(requested);
  const ids = idsOf(named);
  const withDouble = await sellsDoubles(deps, venue);
  return deps.db.transaction().execute(async (transaction) => {
    await lockUnitsOf(transaction, venue.id, ids);
    const rows = await listDrinksById(transaction, venue.id, ids);
    rejectChanged(rows, named);
    const all = reprice(named, rows, requested.change, withDouble);
    const drinks = all.filter(({ stored }) => isChanged(stored));
    const [first] = drinks;
    if (!first) return { id: null, drinks: [] };
    const at = deps.now();
    const id = newId(at);
    const description = requested.change ? priceChangeText(requested.change) : textOf(drinks);
    const changes = drinks.map(({ stored }) => stored);
    await storePrices(transaction, venue.id, changes, drinks, at);
    const change = { venue_id: venue.id, id, made_at: at, person: by.actor.person, description };
    await queries.insertPriceChange(transaction, change, changes);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      ...(drinks.length === 1
        ? {
            action: 'drink.price_updated',
            target: `${first.drink.name} on ${unitTarget(first.drink)}`,
            oldValue: pricesOf(first, 'was'),
            newValue: pricesOf(first, 'is'),
          }
        : {
            action: 'prices.changed',
            target: `${drinks.length} drinks of venue ${venue.name}`,
            newValue: { change: description },
          }),
    });
    return { id, drinks };
  });
}

type NamedDrink = Requested['drinks'][number];

/** The drinks of a request. Throws 404 for an id that is none, and a field error for a drink that is named twice. */
export function namedDrinks({ drinks }: Pick<Requested, 'drinks'>): NamedDrink[] {
  const ids = drinks.map(({ id }) => parseId(id, 'drink'));
  if (new Set(ids).size < ids.length) throw fieldError({ drinks: priceChangeMessages.namedTwice });
  return drinks;
}

const idsOf = (named: readonly NamedDrink[]): string[] => named.map(({ id }) => id);

/** What is done to a drink: its own price is set, or else the change of all of them holds. */
export const changeFor = ({ price }: NamedDrink, change: PriceChange | undefined): PriceChange =>
  price === undefined && change ? change : { operation: 'set', by: price ?? 0, rounding: 'none' };

async function lockUnitsOf(
  transaction: Tx,
  venueId: string,
  drinkIds: readonly string[],
): Promise<void> {
  for (const id of await queries.listUnitsOf(transaction, venueId, drinkIds))
    await lockUnit(transaction, { venue_id: venueId, id });
}

function rejectChanged(rows: readonly DrinkRow[], named: readonly NamedDrink[]): void {
  const expected = new Map(named.map((one) => [one.id, one.expected]));
  const changed = rows.filter(
    ({ id, price_cents }) => toCents(expected.get(id) ?? toDollars(price_cents)) !== price_cents,
  );
  if (changed.length === 0) return;
  const messages = changed.map((row): [string, string] => [
    row.id,
    priceChangeMessages.changedMeanwhile(row.name, unitTarget(row), toDollars(row.price_cents)),
  ]);
  throw fieldError(Object.fromEntries(messages), 409);
}

function reprice(
  named: readonly NamedDrink[],
  rows: readonly DrinkRow[],
  change: PriceChange | undefined,
  withDouble: boolean,
): RepricedDrink[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return named.map((one) => {
    const { id, doublePrice } = one;
    const drink = byId.get(id);
    if (!drink) throw notFound('drink');
    const own = withDouble ? drink.double_price_cents : null;
    const before = { cents: drink.price_cents, doubleCents: own };
    const after = changedPrice(before, changeFor(one, change));
    const double =
      withDouble && doublePrice !== undefined ? toCents(doublePrice) : after.doubleCents;
    if (Math.max(after.cents, double ?? 0) > highestPriceCents)
      throw fieldError({ change: priceChangeMessages.tooHigh(drink.name) });
    return {
      drink,
      cents: after.cents,
      doubleCents: withDouble
        ? { was: drink.double_cents, is: double ?? Math.max(after.cents, drink.double_cents) }
        : null,
      stored: {
        drink_id: id,
        was_cents: drink.price_cents,
        is_cents: after.cents,
        was_double_cents: drink.double_price_cents,
        is_double_cents: withDouble ? double : drink.double_price_cents,
      },
    };
  });
}

const isChanged = (stored: ChangedPrice): boolean =>
  stored.was_cents !== stored.is_cents || stored.was_double_cents !== stored.is_double_cents;

async function storePrices(
  transaction: Tx,
  venueId: string,
  changes: readonly ChangedPrice[],
  of: readonly { drink: { unit_id: string } }[],
  at: Date,
): Promise<void> {
  await queries.updatePrices(transaction, venueId, changes, at);
  for (const id of new Set(of.map(({ drink }) => drink.unit_id)))
    await insertChanges(transaction, { venue_id: venueId, id }, at, [{ kind: 'menu' }]);
}

function textOf(drinks: readonly RepricedDrink[]): string {
  const [first] = drinks;
  if (first && drinks.length === 1)
    return `$${toDollars(first.stored.was_cents).toFixed(2)} → $${toDollars(first.cents).toFixed(2)}`;
  return 'Own price for each';
}

const pricesOf = ({ stored, doubleCents }: RepricedDrink, side: 'was' | 'is') => ({
  price: toDollars(side === 'was' ? stored.was_cents : stored.is_cents),
  ...(doubleCents && { doublePrice: toDollars(doubleCents[side]) }),
});

/**
 * Sets the prices of a change back, where they are still those of the change. Throws 409 when it was undone already, or
 * is older than 30 days. Audited.
 * @returns how many were set back, and the drinks that were not
 */
export async function undoPriceChange(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: Venue,
  id: string,
  by: AuditContext,
): Promise<{ undone: number; kept: PricedDrink[] }> {
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const change = await queries.lockPriceChange(transaction, venue.id, id);
    if (!change) throw notFound('price change');
    if (change.undone_at) throw new HttpError(409, priceChangeMessages.undone);
    if (at.getTime() - change.made_at.getTime() > undoDays * 24 * 3_600_000)
      throw new HttpError(409, priceChangeMessages.tooLate);
    const changed = await queries.listChangedPrices(transaction, venue.id, id);
    const ids = changed.map(({ drink_id }) => drink_id);
    await lockUnitsOf(transaction, venue.id, ids);
    const drinks = await queries.listPricedDrinks(transaction, venue.id, ids);
    const byId = new Map(changed.map((one) => [one.drink_id, one]));
    const holds = (drink: PricedDrink): boolean => {
      const one = byId.get(drink.id);
      const isSame =
        one?.is_cents === drink.price_cents && one.is_double_cents === drink.double_price_cents;
      return isSame && drink.deleted_at === null;
    };
    const back = drinks.filter(holds);
    if (back.length > 0) {
      const changes = changed
        .filter(({ drink_id }) => back.some((drink) => drink.id === drink_id))
        .map((one) => ({
          ...one,
          is_cents: one.was_cents,
          is_double_cents: one.was_double_cents,
        }));
      const of = back.map((drink) => ({ drink }));
      await storePrices(transaction, venue.id, changes, of, at);
    }
    await queries.markUndone(transaction, venue.id, id, at);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'prices.undone',
      target: `${back.length} of ${changed.length} drinks of venue ${venue.name}`,
      oldValue: { change: change.description },
    });
    return { undone: back.length, kept: drinks.filter((drink) => !holds(drink)) };
  });
}
