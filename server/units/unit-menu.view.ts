import type { z } from 'zod';
import type { unitMenu } from '../../contract/unit-menu.ts';
import { discountedCents } from '../../rules/drinks/discount.ts';
import { doubleCentsOf } from '../../rules/drinks/drink-price.ts';
import { toDollars } from '../../lib/money.ts';
import type { MenuDrinkRow, MenuUnitRow } from './unit-menu.queries.ts';

/** State of the flags that affect the menu. */
export interface MenuFlags {
  discount: boolean;
  double: boolean;
  /** Without inventory management, levels do not count. */
  inventory: boolean;
}

export function unitMenuView(
  unit: MenuUnitRow,
  drinks: readonly MenuDrinkRow[],
  flags: MenuFlags,
): z.output<typeof unitMenu> {
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
    name: drink.name,
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
