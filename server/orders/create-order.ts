import { hash } from 'node:crypto';
import stableStringify from 'safe-stable-stringify';
import type { z } from 'zod';
import type { newOrder } from '../../contract/orders.ts';
import { onNode } from '../../db/pool/venue-nodes.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { orderMessages } from '../../rules/messages.ts';
import {
  type MenuDrink,
  orderLines,
  type PriceList,
  type StockedIngredient,
} from '../../rules/orders/order-lines.ts';
import { mayPrecede, saleDate } from '../../rules/orders/sale-date.ts';
import type { Actor } from '../../rules/permissions.ts';
import { plansAt, switchesOf } from '../../rules/prices/effective-price.ts';
import {
  contactGraceMs,
  type Former,
  momentsIn,
  priceWindow,
  valueAt,
} from '../../rules/drinks/drink-price.ts';
import { unitFlags } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { deductStock, planDeduction } from './deduct-stock.ts';
import { openCases } from './open-cases.ts';
import * as catalog from './order-catalog.queries.ts';
import { ingredientIdsOf, itemsOf, type OrderItem, pourRows, saleRows } from './order-rows.ts';
import * as orders from './orders.queries.ts';
import { readPriceRules } from '../venues/price-rules.ts';
import { listFormerPrices, listFormerRates, type Prices } from '../prices/former-prices.queries.ts';
import { addToRollups } from '../rollups/rollups.queries.ts';
import { saleDelta } from '../rollups/sales-change.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { findLastContact } from '../units/contact/unit-contact.queries.ts';
import { findFirstKey } from '../units/unit-keys.queries.ts';
import { type LockedUnit, lockUnit } from '../units/units.queries.ts';

type NewOrder = z.output<typeof newOrder>;

export interface Recording {
  /** owner_id is null when the unit itself sent the order. */
  unit: { id: string; venue_id: string; unit_number: number; owner_id: string | null };
  order: NewOrder;
  /** Idempotency key: repeated requests with the same key are one order. */
  key: string | null;
  /** The body as it was received, before defaults of the contract were added. */
  body: unknown;
  by: { actor: Actor; address: string };
  /** Accepts the prices that the unit charged, whatever the menu says, also where the unit was deleted since. */
  acceptChargedPrices?: boolean;
  /** Date of a sale that has no possible one of its own; the time of receipt by default. */
  firstReceivedAt?: Date;
  /** Runs in the transaction of the order, also of one that is repeated; nothing is stored when it throws. */
  inSameTransaction?: (transaction: Tx, sale: orders.SaleRow) => Promise<void>;
}

/**
 * Records a sale of a unit: prices it, taxes it, deducts stock and updates the rollups in one transaction. Throws 404
 * for a deleted unit unless the sale is taken as charged, 422 for a key reused with another body, 409 for a payment that
 * paid other drinks, and a field error for items that the unit does not have or prices differently.
 */
export async function createOrder(
  deps: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  recording: Recording,
): Promise<Recorded> {
  return onNode(async () => {
    try {
      return await record(deps, recording, orders.findByReceipts);
    } catch (error) {
      if (!orders.isKeyStored(error)) throw error;
      return record(deps, recording, orders.findByKeysOfOrders);
    }
  });
}

interface Recorded {
  sale: orders.SaleRow;
  replayed: boolean;
}

async function record(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  { unit: selling, order, key, body, by, acceptChargedPrices = false, ...more }: Recording,
  findEarlier: typeof orders.findByReceipts,
): Promise<Recorded> {
  // Evaluated before the transaction: it may need a connection of its own.
  const on = await flags.flagsOn(unitFlags(selling));
  return db.transaction().execute(async (transaction) => {
    const unit = await lockUnit(transaction, selling);

    const bodyHash = hashOf(stableStringify(withInstant(body, order.date)) ?? '');
    const isOfUnit = by.actor.kind === 'unit';
    const paymentId = isOfUnit && !order.sharesPayment ? (order.paymentId ?? null) : null;
    const paymentKey = paymentId === null ? null : orders.paymentKey(paymentId);
    const keys = [key, paymentKey].filter((each) => each !== null);
    const found = keys.length === 0 ? [] : await findEarlier(transaction, unit, keys);
    const replay = async ({ id }: { id: string }): Promise<Recorded> => {
      const sale = await orders.getSale(transaction, unit.venue_id, id);
      await more.inSameTransaction?.(transaction, sale);
      return { sale, replayed: true };
    };
    const earlier = found.find((one) => one.key === key);
    if (earlier) {
      // Releases up to 0.1 hashed the parsed order, or the body with the date as it was sent.
      const hashes = [bodyHash, hashOf(stableStringify(body) ?? ''), hashOf(JSON.stringify(order))];
      if (!hashes.some((hash) => earlier.body_hash?.equals(hash))) {
        throw new HttpError(422, orderMessages.keyUsed);
      }
      return replay(earlier);
    }
    if (unit.deleted_at !== null && !acceptChargedPrices) throw notFound('unit');
    const items = itemsOf(order);
    const paid = found.find((one) => one.key === paymentKey);
    if (paid && !acceptChargedPrices) {
      const sale = await orders.getSale(transaction, unit.venue_id, paid.id);
      if (!areSold(items, sale)) throw new HttpError(409, orderMessages.paymentUsed);
      return replay(paid);
    }

    const menu = await catalog.findMenuDrinks(
      transaction,
      unit,
      validIds(items.map((item) => item.drinkId)),
    );
    const stock = await catalog.findStock(transaction, unit, ingredientIdsOf(items, menu.values()));
    const receivedAt = now();
    const date = saleDate(
      order.date,
      more.firstReceivedAt ?? receivedAt,
      isOfUnit ? await setUpAt(transaction, unit, order.date, receivedAt) : null,
    );
    const { list, ...charge } = await readPriceLists(
      transaction,
      unit,
      { menu, stock },
      { soldAt: date.soldAt, receivedAt, isDiscounted: on.has(flagNamed.confirmationPage) },
    );
    const priced = orderLines(items, list, {
      ...charge,
      acceptChargedPrices,
      tipCents: toCents(order.tips ?? 0),
      feeCents: order.processingFee === undefined ? null : toCents(order.processingFee),
    });
    if ('problems' in priced) throw fieldError(priced.problems);

    const isTracked = on.has(flagNamed.inventoryManagement);
    const sold = { lines: priced.lines, items };
    const deduction = await planDeduction(transaction, unit, isTracked, sold, date.soldAt);
    const number = unit.last_number + 1;
    const sale = saleRows(unit, order, priced.lines, {
      number,
      deducted: deduction.deducted,
      key,
      bodyHash,
      account: by.actor.kind === 'account' ? by.actor : null,
      receivedAt,
      ...date,
    });
    const { drinks, ...row } = sale;
    const pours = pourRows(sale, items);
    await orders.insertOrder(transaction, row, {
      drinks,
      pours,
      number,
      payment: paymentId !== null && !paid ? { paymentId, bodyHash } : null,
    });
    await openCases(transaction, sale, pours);
    const { actor } = by;
    await deductStock(transaction, unit, deduction, {
      at: row.received_at,
      soldAt: row.sold_at,
      number,
      actor,
    });
    await addToRollups(transaction, { venueId: unit.venue_id, unitId: unit.id }, [saleDelta(sale)]);
    if (by.actor.kind === 'account') {
      await insertAudit(transaction, { ...by, actor: by.actor }, row.received_at, {
        ownerId: selling.owner_id,
        action: 'order.entered',
        target: `order ${sale.id}`,
        newValue: {
          unit: selling.unit_number,
          date: sale.sold_at.toISOString(),
          price: toDollars(sale.price_cents),
        },
      });
    }
    await more.inSameTransaction?.(transaction, sale);
    return { sale, replayed: false };
  });
}

/**
 * Returns when a unit was put into service: as it was stated, or when it was made or got its first key, whichever was
 * later. The keys are read only for a sale that may precede them. A time after the receipt is of another clock, and says
 * nothing.
 */
async function setUpAt(
  db: Tx,
  unit: LockedUnit,
  soldAt: Date | undefined,
  receivedAt: Date,
): Promise<Date> {
  if (unit.in_service_since !== null) return unit.in_service_since;
  const isLate = soldAt !== undefined && mayPrecede(soldAt, receivedAt);
  const times = [unit.created_at, isLate ? await findFirstKey(db, unit) : null];
  const known = times.flatMap((at) => (at !== null && at <= receivedAt ? at.getTime() : []));
  return new Date(Math.max(0, ...known));
}

/** The body with its date in milliseconds: another form of the same instant is the same order. */
const withInstant = (body: unknown, date: Date | undefined): unknown =>
  typeof body === 'object' && body !== null && date ? { ...body, date: date.getTime() } : body;

/** True where the items are the drinks of the sale. */
const areSold = (items: readonly OrderItem[], { drinks }: orders.SaleRow): boolean =>
  items.length === drinks.length &&
  items.every(({ drinkId = null, ingredients = [], quantity, isDouble }, nth) => {
    const drink = drinks[nth];
    return (
      drink !== undefined &&
      drink.drink_id === drinkId &&
      (drinkId !== null ||
        drink.ingredient_ids.toSorted().join() === ingredients.toSorted().join()) &&
      drink.quantity === quantity &&
      drink.is_double === isDouble
    );
  });

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

interface Charges {
  /** As of the sale. */
  list: PriceList;
  /** What the unit may have charged instead; each is built when it is asked for. */
  otherLists: Iterable<PriceList>;
  /** As of the sale. */
  taxPercentage: number;
}

/**
 * Returns the prices, discount and tax of a sale as of the time it was sold. The caller holds the unit's lock.
 * @param present the prices of now, of the items that were ordered
 * @param isDiscounted whether the unit gives its discount at all
 */
async function readPriceLists(
  db: Tx,
  unit: LockedUnit,
  present: Pick<PriceList, 'menu' | 'stock'>,
  { soldAt, receivedAt, isDiscounted }: { soldAt: Date; receivedAt: Date; isDiscounted: boolean },
): Promise<Charges> {
  const planned = await readPriceRules(db, unit.venue_id, unit.price_plans_version, receivedAt);
  const isChanged = mayHaveChanged(unit, soldAt);
  if (!isChanged && planned.periods.length === 0) {
    const list = { ...present, discountRate: isDiscounted ? unit.discount_rate : 0 };
    return { list, otherLists: [], taxPercentage: unit.tax_percentage };
  }
  const window = priceWindow(soldAt, await lastContactBefore(db, unit, soldAt));
  const ids = [...present.menu.keys(), ...present.stock.keys()];
  const prices = isChanged
    ? await listFormerPrices(db, unit, ids, window.from)
    : new Map<string, Former<Prices>[]>();
  const rates = isChanged
    ? await listFormerRates(db, unit, window.from)
    : { discounts: [], taxes: [] };
  /** Prices as the unit knew them at one time, for the same or a later one. */
  const listAt = (moment: Date, known = moment): PriceList => ({
    menu: pricedAt<MenuDrink>(present.menu, prices, known),
    stock: pricedAt<StockedIngredient>(present.stock, prices, known),
    discountRate: isDiscounted ? valueAt(unit.discount_rate, rates.discounts, known) : 0,
    plans: plansAt(planned, { unitId: unit.id, ms: moment.getTime(), knownMs: known.getTime() }),
  });
  return {
    list: listAt(soldAt),
    otherLists: {
      *[Symbol.iterator]() {
        const changes = [...[...prices.values()].flat(), ...rates.discounts];
        const knownAt = momentsIn(window, [
          ...changes.map(({ until }) => until),
          ...planned.periods.flatMap(({ fromMs, untilMs }) =>
            [fromMs, untilMs ?? fromMs].map((ms) => new Date(ms)),
          ),
        ]);
        for (const known of knownAt) yield listAt(known);
        const switches = switchesOf(planned, {
          fromMs: window.from.getTime(),
          untilMs: window.until.getTime(),
        });
        for (const known of knownAt)
          for (const ms of switches) if (ms > known.getTime()) yield listAt(new Date(ms), known);
      },
    },
    taxPercentage: valueAt(unit.tax_percentage, rates.taxes, soldAt),
  };
}

/** False where nothing changed since the unit, in contact ever since, could last have missed a change. */
function mayHaveChanged(unit: LockedUnit, soldAt: Date): boolean {
  const { prices_changed_at } = unit;
  if (prices_changed_at === null) return false;
  if (!isInContact(unit, soldAt)) return true;
  return prices_changed_at.getTime() > soldAt.getTime() - contactGraceMs;
}

const isInContact = (unit: LockedUnit, soldAt: Date): boolean =>
  unit.contact_since !== null && soldAt >= unit.contact_since && !isContactBehind(unit, soldAt);

/**
 * The first request after a gap stores no contact while another one of the unit holds its lock. Until the next contact
 * is stored, the unit seems to have been in contact since before the gap.
 */
const isContactBehind = ({ last_contact_at }: LockedUnit, soldAt: Date): boolean =>
  last_contact_at === null || soldAt.getTime() > last_contact_at.getTime() + contactGraceMs;

/** Returns the unit's last contact before a sale, also while the gap that followed is being stored; null if in contact. */
async function lastContactBefore(db: Tx, unit: LockedUnit, soldAt: Date): Promise<Date | null> {
  if (isInContact(unit, soldAt)) return null;
  const stored = await findLastContact(db, unit, soldAt);
  return stored ?? (isContactBehind(unit, soldAt) ? unit.last_contact_at : null);
}

const pricedAt = <Item extends Prices & { id: string }>(
  items: ReadonlyMap<string, Item>,
  former: ReadonlyMap<string, Former<Prices>[]>,
  moment: Date,
): Map<string, Item> =>
  new Map(
    [...items].map(([id, item]) => [
      id,
      { ...item, ...valueAt<Prices>(pricesOf(item), former.get(id) ?? [], moment) },
    ]),
  );

const pricesOf = ({ priceCents, doublePriceCents }: Prices): Prices => ({
  priceCents,
  doublePriceCents,
});
