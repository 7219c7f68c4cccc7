import type { Tx } from '../../db/tables/tables.ts';
import type { MenuDrink, PriceList, StockedIngredient } from '../../rules/orders/order-lines.ts';
import {
  contactGraceMs,
  type Former,
  momentsIn,
  priceWindow,
  valueAt,
} from '../../rules/prices/price-window.ts';
import { findLastContact } from '../units/unit-contact.queries.ts';
import type { LockedUnit } from '../units/units.queries.ts';
import { listFormerPrices, listFormerRates, type Prices } from '../prices/former-prices.queries.ts';

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
export async function readPriceLists(
  db: Tx,
  unit: LockedUnit,
  present: Pick<PriceList, 'menu' | 'stock'>,
  { soldAt, isDiscounted }: { soldAt: Date; isDiscounted: boolean },
): Promise<Charges> {
  const listOfNow = { ...present, discountRate: isDiscounted ? unit.discount_rate : 0 };
  if (!mayHaveChanged(unit, soldAt))
    return { list: listOfNow, otherLists: [], taxPercentage: unit.tax_percentage };

  const window = priceWindow(soldAt, await lastContactBefore(db, unit, soldAt));
  const ids = [...present.menu.keys(), ...present.stock.keys()];
  const prices = await listFormerPrices(db, unit, ids, window.from);
  const rates = await listFormerRates(db, unit, window.from);
  const changes = [...[...prices.values()].flat(), ...rates.discounts].map(({ until }) => until);
  const listAt = (moment: Date): PriceList => ({
    menu: pricedAt<MenuDrink>(present.menu, prices, moment),
    stock: pricedAt<StockedIngredient>(present.stock, prices, moment),
    discountRate: isDiscounted ? valueAt(unit.discount_rate, rates.discounts, moment) : 0,
  });
  return {
    list: listAt(soldAt),
    otherLists: {
      *[Symbol.iterator]() {
        for (const moment of momentsIn(window, changes)) yield listAt(moment);
      },
    },
    taxPercentage: valueAt(unit.tax_percentage, rates.taxes, soldAt),
  };
}

/** False where nothing changed since the unit, in contact ever since, could last have missed a change. */
function mayHaveChanged(unit: LockedUnit, soldAt: Date): boolean {
  const { prices_changed_at, contact_since } = unit;
  if (prices_changed_at === null) return false;
  if (contact_since === null || soldAt < contact_since) return true;
  if (isContactBehind(unit, soldAt)) return true;
  return prices_changed_at.getTime() > soldAt.getTime() - contactGraceMs;
}

/**
 * The first request after a gap stores no contact while another one of the unit holds its lock. Until the next contact
 * is stored, the unit seems to have been in contact since before the gap.
 */
const isContactBehind = ({ last_contact_at }: LockedUnit, soldAt: Date): boolean =>
  last_contact_at === null || soldAt.getTime() > last_contact_at.getTime() + contactGraceMs;

/** Returns the unit's last contact before a sale, also while the gap that followed is being stored; null if in contact. */
async function lastContactBefore(db: Tx, unit: LockedUnit, soldAt: Date): Promise<Date | null> {
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
