/** Generates the sales history of the demo units: busy evenings, quiet Mondays, and every kind of failure. */
import type { Insertable } from 'kysely';
import { v7 } from 'uuid';
import { drinkDoublePriceCents } from '../../rules/drinks/drink-price.ts';
import {
  barRhythm,
  failsByChance,
  guestOrder,
  guestTipCents,
  nextSaleAfter,
} from '../../rules/simulation/bar-rhythm.ts';
import { mixDrink, mixLine, type PouredPart } from '../../rules/simulation/pour-outcome.ts';
import { owedCents } from '../../rules/cases/cases.ts';
import { salesTaxCents } from '../../rules/orders/order-lines.ts';
import { splitCents } from '../../lib/split-cents.ts';
import type { OrderedDrinksTable, OrdersTable, PoursTable } from '../tables/orders.ts';

interface PricedPart {
  priceCents: number;
  doublePriceCents: number | null;
}

export interface SellingUnit {
  venueId: string;
  unitId: string;
  unitNumber: number;
  taxPercentage: number;
  salesPerDay: number;
  drinks: {
    id: string;
    name: string;
    priceCents: number;
    doublePriceCents: number;
    ingredientNames: string[];
    parts: (PouredPart & PricedPart)[];
  }[];
}

export interface DemoSale {
  order: Insertable<OrdersTable>;
  drinks: Insertable<OrderedDrinksTable>[];
  pours: Insertable<PoursTable>[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timezone = 'America/New_York';

/** Complete pours are stored for these days only; pours of failed drinks are stored for all days. */
const daysOfWholePours = 56;

/** A midnight, so that every run on the same day generates the same sales. */
export const daysBefore = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / dayMs) - days) * dayMs);

interface DemoPeriod {
  from: Date;
  /** None is sold later. */
  to: Date;
  now: Date;
}

/** The sales of one unit in a period, oldest first. */
export function* salesOf(
  unit: SellingUnit,
  { from, to, now }: DemoPeriod,
  random: () => number,
): Generator<DemoSale> {
  const endMs = to.getTime();
  const bar = { salesPerDay: unit.salesPerDay, rhythm: barRhythm(timezone) };
  let soldAtMs = nextSaleAfter(from.getTime(), endMs, bar, random);
  while (soldAtMs !== null) {
    const isRecent = soldAtMs > now.getTime() - daysOfWholePours * dayMs;
    yield sale(unit, new Date(soldAtMs), isRecent, random);
    soldAtMs = nextSaleAfter(soldAtMs, endMs, bar, random);
  }
}

function sale(unit: SellingUnit, soldAt: Date, isRecent: boolean, random: () => number): DemoSale {
  const id = v7({ msecs: soldAt.getTime() });
  const received = guestOrder(
    unit.drinks,
    (drink) => drink.doublePriceCents > drink.priceCents,
    random,
  );
  const lines = received.map(({ drink, isDouble, quantity }) => {
    const mix = (fails: boolean) => mixDrink(drink.parts, { isDouble, fails }, random);
    return {
      ...mixLine({ quantity, fails: failsByChance(random) }, mix, random),
      drink,
      isDouble,
      quantity,
      unitPriceCents: isDouble ? drink.doublePriceCents : drink.priceCents,
    };
  });
  const prices = lines.map((line) => line.unitPriceCents * line.quantity);
  const priceCents = prices.reduce((sum, cents) => sum + cents, 0);
  const byCard = random() < 0.92 && priceCents > 0;
  const tipCents = guestTipCents(priceCents, random);
  const taxCents = salesTaxCents(priceCents, unit.taxPercentage);
  const chargedCents = priceCents + taxCents + tipCents;
  const feeCents = byCard ? Math.round(chargedCents * 0.027) + 5 : null;
  const [taxes, tips] = [splitCents(taxCents, prices), splitCents(tipCents, prices)];
  const fees = feeCents === null ? null : splitCents(feeCents, prices);
  const wasOffline = random() < 0.01;
  return {
    order: {
      venue_id: unit.venueId,
      id,
      unit_id: unit.unitId,
      unit_number: unit.unitNumber,
      sold_at: soldAt,
      received_at: wasOffline ? new Date(soldAt.getTime() + 5 * hourMs) : soldAt,
      entered_by: 'unit',
      price_cents: priceCents,
      tax_cents: taxCents,
      tip_cents: tipCents,
      fee_cents: feeCents,
      duration_ms: random() < 0.95 ? Math.round(18_000 + random() * 75_000 * lines.length) : null,
      payment_reader_device_name: byCard ? `Reader ${unit.unitNumber}` : '',
      payment_id: byCard ? `demo_${id.slice(-12)}` : null,
      payment_provider: byCard ? 'demo' : null,
      card_last4: byCard ? String(1000 + (Number.parseInt(id.slice(-4), 16) % 9000)) : null,
    },
    drinks: lines.map(({ drink, ...line }, index) => ({
      venue_id: unit.venueId,
      order_id: id,
      drink_index: index,
      id: v7({ msecs: soldAt.getTime() }),
      drink_id: drink.id,
      name: drink.name,
      ingredient_ids: drink.parts.map((part) => part.ingredientId),
      ingredient_names: drink.ingredientNames,
      serving_ml: drink.parts.map((part) => part.servingMl),
      ingredient_price_cents: drink.parts.map((part) =>
        line.isDouble ? drinkDoublePriceCents([part]) : part.priceCents,
      ),
      list_price_cents: line.unitPriceCents,
      snapshot: true,
      quantity: line.quantity,
      success_quantity: line.successQuantity,
      is_double: line.isDouble,
      price_cents: line.unitPriceCents,
      tax_cents: taxes[index] ?? 0,
      tip_cents: tips[index] ?? 0,
      fee_cents: fees?.[index] ?? null,
      ...refundOf({ ...line, taxCents: taxes[index] ?? 0 }, soldAt, random),
    })),
    pours: lines.flatMap(({ pours, quantity, successQuantity }, index) =>
      isRecent || successQuantity < quantity
        ? pours.map(({ ingredientId, ...pour }, pourIndex) => ({
            venue_id: unit.venueId,
            order_id: id,
            drink_index: index,
            pour_index: pourIndex,
            ingredient_id: ingredientId,
            ...pour,
          }))
        : [],
    ),
  };
}

interface DemoLine {
  quantity: number;
  successQuantity: number;
  unitPriceCents: number;
  taxCents: number;
}

/** Most guests get the glasses refunded that were not poured. */
function refundOf(
  { quantity, successQuantity, unitPriceCents, taxCents }: DemoLine,
  soldAt: Date,
  random: () => number,
): Pick<
  Insertable<OrderedDrinksTable>,
  'refunded_at' | 'refunded_quantity' | 'refunded_tax_cents' | 'refunded_tip_cents'
> {
  const failed = quantity - successQuantity;
  const isRefunded = failed > 0 && random() < 0.6 && unitPriceCents > 0;
  if (!isRefunded) return notRefunded;
  if (successQuantity === 0) return { ...notRefunded, refunded_at: soldAt };
  const cents = owedCents(
    { priceCents: unitPriceCents, quantity, failed, taxCents, tipCents: 0 },
    { isNothingPoured: false },
  );
  return {
    ...notRefunded,
    refunded_quantity: failed,
    refunded_tax_cents: cents - unitPriceCents * failed,
  };
}

/** Of a line of which nothing is refunded. */
export const notRefunded = {
  refunded_at: null,
  refunded_quantity: 0,
  refunded_tax_cents: 0,
  refunded_tip_cents: 0,
};
