import type { z } from 'zod';
import { encodeJson } from '../../contract/money.ts';
import { unitMenu } from '../../contract/units.ts';
import { toDollars } from '../../lib/money.ts';
import {
  isOffered,
  type OfferedDrink,
  offerSwitches,
  type OfferSwitch,
} from '../../rules/drinks/availability.ts';
import { discountedCents, doubleCentsOf } from '../../rules/drinks/drink-price.ts';
import type { DrinkPrice } from '../../rules/prices/price-change.ts';
import {
  effectivePrice,
  type PlannedDrink,
  plansAt,
  priceSwitches,
  type PriceSwitch,
} from '../../rules/prices/effective-price.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { unitFlags, venueFlags } from '../adapters/flags/port.ts';
import { listClocks } from '../venues/nights.queries.ts';
import { readPriceRules } from '../venues/price-rules.ts';
import { readColumns } from '../shared/columns.ts';
import type { AppDeps } from '../shared/deps.ts';
import { menuColumns } from '../shared/drink-columns.ts';
import { etagOf } from '../shared/etag.ts';
import { hoursOf } from '../shared/category-fields.ts';
import {
  getMenuUnit,
  listMenuDrinks,
  type MenuDrinkRow,
  type MenuUnitRow,
} from './unit-menu.queries.ts';
import type { UnitBasics } from './units.queries.ts';

type Menu = z.output<typeof unitMenu>;
type MenuDeps = Pick<AppDeps, 'db' | 'flags' | 'now'>;

/** Reads the menu that the unit shows its customers. */
export async function readMenu({ db, flags, now }: MenuDeps, basics: UnitBasics): Promise<Menu> {
  const { id, venue_id: venueId } = basics;
  const [unit, drinks] = await Promise.all([getMenuUnit(db, id), listMenuDrinks(db, basics)]);
  const [ofUnit, ofVenue] = await Promise.all([
    flags.flagsOn(unitFlags(basics)),
    flags.flagsOn(venueFlags({ id: venueId, name: unit.venue_name })),
  ]);
  const at = now();
  const rules = await readPriceRules(db, venueId, unit.price_plans_version, at);
  const planned = drinks.map(plannedDrink);
  const plans = plansAt(rules, { unitId: id, ms: at.getTime() });
  const prices = new Map(planned.map((drink) => [drink.id, effectivePrice(drink, plans)]));
  const known = { fromMs: at.getTime(), untilMs: at.getTime() + switchesMs };
  const switches = priceSwitches(rules, id, planned, known);
  const menuFlags = {
    discount: ofUnit.has(flagNamed.confirmationPage),
    double: ofVenue.has(flagNamed.doubleOrder),
    inventory: ofUnit.has(flagNamed.inventoryManagement),
  };
  const hasHours = drinks.some(({ hours }) => hours !== null);
  const clocks = hasHours ? await listClocks(db, venueId) : [];
  const stocked = drinks.filter((drink) => isStocked(drink, menuFlags)).map(offeredDrink);
  const offers: MenuOffers = {
    available: new Set(
      stocked.filter((drink) => isOffered(drink, known.fromMs, clocks)).map((drink) => drink.id),
    ),
    switches: offerSwitches(stocked, clocks, known),
  };
  return unitMenuView(unit, drinks, { prices, switches }, offers, menuFlags);
}

/** Returns the ETag that the menu of the unit has now. */
export const readMenuTag = async (deps: MenuDeps, unit: UnitBasics): Promise<string> =>
  etagOf(encodeJson(unitMenu, await readMenu(deps, unit), true));

/** State of the flags that affect the menu. */
interface MenuFlags {
  discount: boolean;
  double: boolean;
  /** Without inventory management, levels do not count. */
  inventory: boolean;
}

/** A unit knows this far ahead the prices of plans and the drinks on offer. */
const switchesMs = 48 * 3_600_000;

interface MenuPrices {
  prices: ReadonlyMap<string, DrinkPrice>;
  switches: readonly PriceSwitch[];
}

interface MenuOffers {
  /** Drinks that are available now. */
  available: ReadonlySet<string>;
  switches: readonly OfferSwitch[];
}

function unitMenuView(
  unit: MenuUnitRow,
  drinks: readonly MenuDrinkRow[],
  { prices, switches }: MenuPrices,
  offers: MenuOffers,
  flags: MenuFlags,
): Menu {
  const rate = flags.discount ? unit.discount_rate : 0;
  return {
    unitNumber: unit.unit_number,
    unitName: unit.unit_name,
    venueName: unit.venue_name,
    category: unit.category,
    model: unit.model,
    homeHelperText: unit.home_helper_text,
    homeButtonImage: unit.home_button_image,
    terms: unit.terms,
    drinkLimit: { quantity: unit.drink_limit_quantity, minutes: unit.drink_limit_minutes },
    drinks: drinks.map((drink) => {
      const price = prices.get(drink.id) ?? plannedDrink(drink);
      return drinkView(drink, priceView(price, rate, flags), offers.available.has(drink.id));
    }),
    ...(switches.length > 0 && {
      prices: switches.map(({ fromMs, drinks: switched }) => ({
        from: new Date(fromMs).toISOString(),
        drinks: switched.map(({ id, ...price }) => ({ id, ...priceView(price, rate, flags) })),
      })),
    }),
    ...(offers.switches.length > 0 && {
      availability: offers.switches.map(({ fromMs, drinks: switched }) => ({
        from: new Date(fromMs).toISOString(),
        drinks: [...switched],
      })),
    }),
  };
}

/** The drink at its base price. */
const plannedDrink = (drink: MenuDrinkRow): PlannedDrink => ({
  id: drink.id,
  cents: drink.price_cents,
  doubleCents: doubleCentsOf(
    { priceCents: drink.price_cents, doublePriceCents: drink.double_price_cents },
    drink.ingredients.map((part) => ({
      priceCents: part.price_cents,
      doublePriceCents: part.double_price_cents,
    })),
  ),
  categories: drink.ingredients.map(({ category }) => category),
});

const discountedDollars = (cents: number, rate: number) => toDollars(discountedCents(cents, rate));

/** Fields without a value are left out of the response. */
function priceView({ cents, doubleCents }: DrinkPrice, rate: number, flags: MenuFlags) {
  const double = flags.double ? doubleCents : null;
  return {
    price: toDollars(cents),
    discountedPrice: rate > 0 ? discountedDollars(cents, rate) : undefined,
    doublePrice: double === null ? undefined : toDollars(double),
    discountedDoublePrice:
      double !== null && rate > 0 ? discountedDollars(double, rate) : undefined,
  };
}

const isStocked = ({ ingredients }: MenuDrinkRow, { inventory }: MenuFlags): boolean =>
  !inventory || ingredients.every((part) => part.has_serving);

const offeredDrink = (drink: MenuDrinkRow): OfferedDrink => ({
  id: drink.id,
  hours: hoursOf(drink),
  soldOutUntilMs: drink.sold_out_until?.getTime() ?? null,
});

function drinkView(drink: MenuDrinkRow, prices: ReturnType<typeof priceView>, available: boolean) {
  return {
    id: drink.id,
    ...readColumns(menuColumns, drink),
    ...prices,
    available,
    ...(drink.category_name !== null && { menuCategory: drink.category_name }),
    ingredients: drink.ingredients.map((part) => ({
      id: part.id,
      name: part.name,
      imageURL: part.image_url,
      positions: part.positions.map(String),
    })),
  };
}
