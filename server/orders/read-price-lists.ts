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
  /** As of the sale first, then those that the unit may have charged instead. */
  lists: [PriceList, ...PriceList[]];
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
    return { lists: [listOfNow], taxPercentage: unit.tax_percentage };

  const window = priceWindow(soldAt, await findLastContact(db, unit, soldAt));
  const ids = [...present.menu.keys(), ...present.stock.keys()];
  const prices = await listFormerPrices(db, unit, ids, window.from);
  const discounts = await listFormerRates(db, unit.venue_id, unit.id, window.from);
  const taxes = await listFormerRates(db, unit.venue_id, unit.venue_id, window.from);
  const changes = [...[...prices.values()].flat(), ...discounts].map(({ until }) => until);
  const listAt = (moment: Date): PriceList => ({
    menu: pricedAt<MenuDrink>(present.menu, prices, moment),
    stock: pricedAt<StockedIngredient>(present.stock, prices, moment),
    discountRate: isDiscounted ? valueAt(unit.discount_rate, discounts, moment) : 0,
  });
  const [sold, ...others] = momentsIn(soldAt, window, changes);
  return {
    lists: [listAt(sold), ...others.map(listAt)],
    taxPercentage: valueAt(unit.tax_percentage, taxes, soldAt),
  };
}

/** False where nothing changed since the unit, in contact ever since, could last have missed a change. */
function mayHaveChanged({ prices_changed_at, contact_since }: LockedUnit, soldAt: Date): boolean {
  if (prices_changed_at === null) return false;
  if (contact_since === null || soldAt < contact_since) return true;
  return prices_changed_at.getTime() > soldAt.getTime() - contactGraceMs;
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
