/** What the demo's units sold: busy evenings, quiet Mondays, and everything that can go wrong. */
import type { Insertable } from 'kysely';
import { v7 } from 'uuid';
import { salesTaxCents } from '../../rules/sales-tax.ts';
import { splitCents } from '../../rules/split-cents.ts';
import { instantOf } from '../../rules/wall-clock.ts';
import type { OrderedDrinksTable, OrdersTable } from '../tables.ts';

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
    ingredientIds: string[];
    ingredientNames: string[];
  }[];
}

export interface DemoSale {
  order: Insertable<OrdersTable>;
  drinks: Insertable<OrderedDrinksTable>[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const timezone = 'America/New_York';

/** How a week goes, Sunday first, and an evening from 4 pm to 2 am. */
const byWeekday = [0.9, 0.5, 0.6, 0.8, 1.1, 1.7, 1.8];
const byHour = [1, 2, 4, 5, 6, 7, 8, 7, 5, 2];

/** The sales of one unit over the `days` before `now`, oldest first; none is later than `now`. */
export function* salesOf(
  unit: SellingUnit,
  now: Date,
  days: number,
  random: () => number,
): Generator<DemoSale> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  for (let day = today - days * dayMs; day <= today; day += dayMs) {
    const share = byWeekday[new Date(day).getUTCDay()] ?? 1;
    const count = Math.round(unit.salesPerDay * share * (0.7 + 0.6 * random()));
    const times = Array.from({ length: count }, () =>
      instantOf(day + timeOfDay(random), timezone),
    ).sort((a, b) => a - b);
    for (const soldAtMs of times) {
      if (soldAtMs <= now.getTime()) yield sale(unit, new Date(soldAtMs), random);
    }
  }
}

function timeOfDay(random: () => number): number {
  const total = byHour.reduce((sum, weight) => sum + weight, 0);
  let left = random() * total;
  const hour = byHour.findIndex((weight) => (left -= weight) < 0);
  return Math.floor((16 + Math.max(0, hour) + random()) * hourMs);
}

const pick = <T>(list: readonly T[], random: () => number): T => {
  const picked = list[Math.floor(random() * random() * list.length)];
  if (picked === undefined) throw new Error('Nothing to pick from');
  return picked;
};

function sale(unit: SellingUnit, soldAt: Date, random: () => number): DemoSale {
  const id = v7({ msecs: soldAt.getTime() });
  const lines = Array.from({ length: random() < 0.78 ? 1 : random() < 0.8 ? 2 : 3 }, () =>
    line(unit, random),
  );
  const prices = lines.map((entry) => entry.price_cents * entry.quantity);
  const priceCents = prices.reduce((sum, cents) => sum + cents, 0);
  const byCard = random() < 0.92 && priceCents > 0;
  const tipCents =
    random() < 0.45 ? Math.round((priceCents * pick([15, 18, 20, 25], random)) / 100) : 0;
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
      payment_id: byCard ? `pay_${id.slice(-12)}` : null,
    },
    drinks: lines.map((entry, index) => ({
      ...entry,
      venue_id: unit.venueId,
      order_id: id,
      drink_index: index,
      id: v7({ msecs: soldAt.getTime() }),
      tax_cents: taxes[index] ?? 0,
      tip_cents: tips[index] ?? 0,
      fee_cents: fees?.[index] ?? null,
      refunded_at:
        entry.success_quantity < entry.quantity && random() < 0.6 && entry.price_cents > 0
          ? soldAt
          : null,
    })),
  };
}

/** One drink of an order: mostly poured well, sometimes not at all, seldom in part. */
function line(unit: SellingUnit, random: () => number) {
  const drink = pick(unit.drinks, random);
  const isDouble = drink.doublePriceCents > drink.priceCents && random() < 0.12;
  const quantity = random() < 0.9 ? 1 : 2;
  const failed = random() < 0.025;
  return {
    drink_id: drink.id,
    name: drink.name,
    ingredient_ids: drink.ingredientIds,
    ingredient_names: drink.ingredientNames,
    quantity,
    success_quantity: failed ? (random() < 0.7 ? 0 : quantity - 1) : quantity,
    is_double: isDouble,
    price_cents: isDouble ? drink.doublePriceCents : drink.priceCents,
  };
}
