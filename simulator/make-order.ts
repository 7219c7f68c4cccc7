/** Simulates one guest at a unit: chooses from the unit's menu, pours and charges. */
import { randomInt, randomUUID } from 'node:crypto';
import type { EndpointResponse } from '../contract/endpoints.ts';
import { failsByChance, guestOrder, guestTipCents } from '../rules/simulation/bar-rhythm.ts';
import {
  mixDrink,
  type MixedDrink,
  mixLine,
  type ReportedPart,
} from '../rules/simulation/pour-outcome.ts';
import { toCents, toDollars } from '../lib/money.ts';
import type { EndpointInput } from '../web/api/endpoint-input.ts';
import type { SoldLine, SoldOrder } from './ledger.ts';
import type { Shelf } from './stock-units.ts';

export type UnitMenu = EndpointResponse<'getUnitMenu'>;
type MenuDrink = UnitMenu['drinks'][number];

/** An order with its idempotency key, so that resending does not create another. */
export interface MadeOrder {
  readonly key: string;
  readonly body: NonNullable<EndpointInput<'createOrder'>['body']>;
  readonly sold: SoldOrder;
}

/** Simulated card processing fee. */
const feeOf = (chargedCents: number): number => Math.round(chargedCents * 0.027) + 5;

/** Pours a guest's order from the shelf; null when nothing on the menu is available, or it cannot be paid for. */
export function makeOrder(
  menu: UnitMenu,
  shelf: Shelf,
  { soldAtMs, isReaderDead = false }: { soldAtMs: number; isReaderDead?: boolean },
  random: () => number,
): MadeOrder | null {
  const offered = drinksAt(menu, soldAtMs).filter(
    (drink) => drink.available && partsOf(drink, shelf, 1),
  );
  if (offered.length === 0) return null;
  const received = guestOrder(offered, (drink) => doubleOf(drink) > singleOf(drink), random);
  const isFree = received.every(
    ({ drink, isDouble }) => (isDouble ? doubleOf(drink) : singleOf(drink)) === 0,
  );
  if (isReaderDead && !isFree) return null;
  const lines = received.map(({ drink, quantity, isDouble }) => {
    const mix = (fails: boolean) => mixFrom(shelf, drink, { isDouble, fails }, random);
    const mixed = mixLine({ quantity, fails: failsByChance(random) }, mix, random);
    const unitPriceCents = isDouble ? doubleOf(drink) : singleOf(drink);
    return { drinkId: drink.id, quantity, isDouble, unitPriceCents, ...mixed };
  });
  const priceCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  const tipCents = guestTipCents(priceCents, random);
  const byCard = priceCents > 0 && random() < 0.92;
  const sold = { lines, tipCents, feeCents: byCard ? feeOf(priceCents + tipCents) : 0 };
  return { key: randomUUID(), body: bodyOf(menu, sold, lines, soldAtMs, random), sold };
}

/** The drinks as they are offered at a time after the menu was read: by the last switches until then. */
function drinksAt({ drinks, prices = [], availability = [] }: UnitMenu, ms: number): MenuDrink[] {
  const isPast = ({ from }: { readonly from: string }) => Date.parse(from) <= ms;
  const priced = byId(prices.filter(isPast).flatMap((one) => one.drinks));
  const offered = byId(availability.filter(isPast).flatMap((one) => one.drinks));
  return drinks.map((drink) => ({ ...drink, ...priced.get(drink.id), ...offered.get(drink.id) }));
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

const singleOf = (drink: MenuDrink): number => toCents(drink.discountedPrice ?? drink.price);

/** 0 when no doubles are sold. */
const doubleOf = (drink: MenuDrink): number =>
  toCents(drink.discountedDoublePrice ?? drink.doublePrice ?? 0);

/** Every ingredient as it would be poured next; null when one is not loaded. */
function partsOf(drink: MenuDrink, shelf: Shelf, servings: number) {
  const parts = drink.ingredients.map(({ id }) => shelf.part(id, servings));
  return parts.every((part) => part !== null) ? parts : null;
}

function mixFrom(
  shelf: Shelf,
  drink: MenuDrink,
  { isDouble, fails }: { isDouble: boolean; fails: boolean },
  random: () => number,
): MixedDrink {
  const parts = partsOf(drink, shelf, isDouble ? 2 : 1) ?? [];
  const mixed = mixDrink(parts, { isDouble, fails }, random);
  shelf.drain(mixed.pours);
  return mixed;
}

interface PouredLine extends SoldLine {
  readonly drinkId: string;
  readonly pours: readonly ReportedPart[];
}

function bodyOf(
  { unitNumber }: UnitMenu,
  { tipCents, feeCents }: SoldOrder,
  lines: readonly PouredLine[],
  soldAtMs: number,
  random: () => number,
): MadeOrder['body'] {
  const pouringMs = lines.flatMap(({ pours }) => pours).reduce((sum, { ms }) => sum + ms, 0);
  return {
    unitNumber,
    date: soldAtMs,
    drinks: lines.map(
      ({ drinkId, quantity, successQuantity, isDouble, unitPriceCents, pours }) => ({
        drinkId,
        quantity,
        successQuantity,
        isDouble,
        price: toDollars(unitPriceCents),
        pours: pours.map((pour) => ({ ...pour, position: String(pour.position) })),
      }),
    ),
    ...(tipCents > 0 ? { tips: toDollars(tipCents) } : {}),
    duration: pouringMs + Math.round(15_000 + 40_000 * random()),
    ...(feeCents > 0
      ? {
          processingFee: toDollars(feeCents),
          paymentReaderDeviceName: `Reader ${unitNumber}`,
          paymentId: `demo_${randomUUID()}`,
          cardLast4: String(randomInt(1000, 10_000)),
        }
      : {}),
  };
}
