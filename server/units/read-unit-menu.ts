import type { z } from 'zod';
import { encodeJson } from '../../contract/money.ts';
import { unitMenu } from '../../contract/units.ts';
import { toDollars } from '../../lib/money.ts';
import { discountedCents, doubleCentsOf } from '../../rules/drinks/drink-price.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { unitFlags, venueFlags } from '../adapters/flags/port.ts';
import { readColumns } from '../shared/columns.ts';
import type { AppDeps } from '../shared/deps.ts';
import { menuColumns } from '../shared/drink-columns.ts';
import { etagOf } from '../shared/etag.ts';
import {
  getMenuUnit,
  listMenuDrinks,
  type MenuDrinkRow,
  type MenuUnitRow,
} from './unit-menu.queries.ts';
import type { UnitBasics } from './units.queries.ts';

type Menu = z.output<typeof unitMenu>;

/** Reads the menu that the unit shows its customers. */
export async function readMenu(
  { db, flags }: Pick<AppDeps, 'db' | 'flags'>,
  basics: UnitBasics,
): Promise<Menu> {
  const { id, venue_id: venueId } = basics;
  const [unit, drinks] = await Promise.all([getMenuUnit(db, id), listMenuDrinks(db, basics)]);
  const [ofUnit, ofVenue] = await Promise.all([
    flags.flagsOn(unitFlags(basics)),
    flags.flagsOn(venueFlags({ id: venueId, name: unit.venue_name })),
  ]);
  return unitMenuView(unit, drinks, {
    discount: ofUnit.has(flagNamed.confirmationPage),
    double: ofVenue.has(flagNamed.doubleOrder),
    inventory: ofUnit.has(flagNamed.inventoryManagement),
  });
}

/** Returns the ETag that the menu of the unit has now. */
export const readMenuTag = async (
  deps: Pick<AppDeps, 'db' | 'flags'>,
  unit: UnitBasics,
): Promise<string> => etagOf(encodeJson(unitMenu, await readMenu(deps, unit), true));

/** State of the flags that affect the menu. */
interface MenuFlags {
  discount: boolean;
  double: boolean;
  /** Without inventory management, levels do not count. */
  inventory: boolean;
}

function unitMenuView(unit: MenuUnitRow, drinks: readonly MenuDrinkRow[], flags: MenuFlags): Menu {
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
    drinks: drinks.map((drink) => drinkView(drink, rate, flags)),
  };
}

function drinkView(
  drink: MenuDrinkRow,
  rate: number,
  { double: withDouble, inventory }: MenuFlags,
) {
  const prices = { priceCents: drink.price_cents, doublePriceCents: drink.double_price_cents };
  const doubleCents = doubleCentsOf(
    prices,
    drink.ingredients.map((part) => ({
      priceCents: part.price_cents,
      doublePriceCents: part.double_price_cents,
    })),
  );
  const discounted = (cents: number) => toDollars(discountedCents(cents, rate));
  return {
    id: drink.id,
    ...readColumns(menuColumns, drink),
    price: toDollars(drink.price_cents),
    ...(rate > 0 ? { discountedPrice: discounted(drink.price_cents) } : {}),
    ...(withDouble ? { doublePrice: toDollars(doubleCents) } : {}),
    ...(withDouble && rate > 0 ? { discountedDoublePrice: discounted(doubleCents) } : {}),
    available: !inventory || drink.ingredients.every((part) => part.has_serving),
    ingredients: drink.ingredients.map((part) => ({
      id: part.id,
      name: part.name,
      imageURL: part.image_url,
      positions: part.positions.map(String),
    })),
  };
}
