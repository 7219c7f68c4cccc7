/** Converts an order from its API form to rows. */
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { newOrder } from '../../contract/orders.ts';
import type { PoursTable } from '../../db/tables/orders.ts';
import { toCents } from '../../lib/money.ts';
import { splitCents } from '../../lib/split-cents.ts';
import { drinkDoublePriceCents, drinkPriceCents } from '../../rules/drinks/drink-price.ts';
import type { MenuDrink, OrderLine } from '../../rules/orders/order-lines.ts';
import { type PaymentProvider, paymentProviderOf } from '../../rules/orders/payment-provider.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { OrderedDrinkRow, SaleRow } from './orders.queries.ts';
import { newId, validIds } from '../shared/ids.ts';
import type { LockedUnit } from '../units/units.queries.ts';

type NewOrder = z.output<typeof newOrder>;
export type OrderItem = NonNullable<NewOrder['drinks']>[number];

/** Returns the drinks of an order; its short form is a single drink of the given ingredients. */
export function itemsOf(order: NewOrder): OrderItem[] {
  return order.drinks ?? [{ ingredients: order.ingredients ?? [], quantity: 1, isDouble: false }];
}

/** Returns all ingredients of an order: those of its drinks, those it names, those that were poured. */
export function ingredientIdsOf(items: readonly OrderItem[], menu: Iterable<MenuDrink>): string[] {
  return validIds([
    ...[...menu].flatMap((drink) => drink.ingredientIds),
    ...items.flatMap((item) => [
      ...(item.ingredients ?? []),
      ...(item.pours ?? []).map((pour) => pour.ingredientId),
    ]),
  ]);
}

interface Intake {
  /** In the change log of the unit. */
  number: number;
  /** Millilitres by position; null where stock is not tracked. */
  deducted: Record<string, number> | null;
  key: string | null;
  bodyHash: Buffer;
  /** The account that entered the order by hand; null for a unit. */
  account: AccountActor | null;
  receivedAt: Date;
  soldAt: Date;
  /** Date that the unit sent, if no sale can have it. */
  impossible: Date | null;
}

export function saleRows(
  unit: LockedUnit,
  order: NewOrder,
  lines: readonly OrderLine[],
  intake: Intake,
): SaleRow {
  const id = newId(intake.receivedAt);
  const sum = (cents: (line: OrderLine) => number) =>
    lines.reduce((total, line) => total + cents(line), 0);
  return {
    venue_id: unit.venue_id,
    id,
    unit_id: unit.id,
    unit_number: unit.unit_number,
    sold_at: intake.soldAt,
    received_at: intake.receivedAt,
    impossible_date: intake.impossible,
    entered_by: intake.account === null ? 'unit' : 'manual',
    entered_by_account: intake.account?.userId ?? null,
    price_cents: sum((line) => line.unitPriceCents * line.quantity),
    tax_cents: sum((line) => line.taxCents),
    tip_cents: sum((line) => line.tipCents),
    fee_cents: order.processingFee === undefined ? null : toCents(order.processingFee),
    duration_ms: order.duration ?? null,
    payment_reader_device_name: order.paymentReaderDeviceName ?? '',
    ...paymentOf(unit, order),
    card_last4: order.cardLast4 ?? null,
    idempotency_key: intake.key,
    body_hash: intake.key === null ? null : intake.bodyHash,
    number: intake.number,
    deducted: intake.deducted,
    drinks: lines.map((line, index) =>
      drinkRow({ venue_id: unit.venue_id, order_id: id, drink_index: index }, line, intake),
    ),
  };
}

/** Payment as reported, and who took it. */
export function paymentOf(
  unit: LockedUnit,
  payment: {
    paymentId?: string | null | undefined;
    paymentProvider?: PaymentProvider | null | undefined;
  },
): Pick<SaleRow, 'payment_id' | 'payment_provider'> {
  const paymentId = payment.paymentId ?? null;
  const payment_provider = paymentProviderOf({
    paymentId,
    named: payment.paymentProvider ?? undefined,
    readers: { stripe: unit.stripe_reader_id !== '', shift4: unit.pax_shift4_reader_id !== '' },
    accounts: { stripe: unit.has_stripe_account, shift4: unit.has_shift4_account },
  });
  return { payment_id: paymentId, payment_provider };
}

function drinkRow(
  key: Pick<OrderedDrinkRow, 'venue_id' | 'order_id' | 'drink_index'>,
  line: OrderLine,
  { receivedAt }: Intake,
): OrderedDrinkRow {
  const partCents = line.isDouble ? drinkDoublePriceCents : drinkPriceCents;
  return {
    ...key,
    id: newId(receivedAt),
    drink_id: line.drinkId,
    name: line.name,
    ingredient_ids: line.ingredients.map((ingredient) => ingredient.id),
    ingredient_names: line.ingredients.map((ingredient) => ingredient.name),
    serving_ml: line.ingredients.map((ingredient) => ingredient.servingSizeMl),
    ingredient_price_cents: line.ingredients.map((ingredient) => partCents([ingredient])),
    list_price_cents: line.listPriceCents,
    snapshot: true,
    quantity: line.quantity,
    success_quantity: line.successQuantity,
    is_double: line.isDouble,
    price_cents: line.unitPriceCents,
    tax_cents: line.taxCents,
    tip_cents: line.tipCents,
    fee_cents: line.feeCents,
    refunded_at: null,
    refunded_quantity: 0,
    refunded_tax_cents: 0,
    refunded_tip_cents: 0,
  };
}

export function pourRows(sale: SaleRow, items: readonly OrderItem[]): Insertable<PoursTable>[] {
  return items.flatMap((item, drinkIndex) =>
    (item.pours ?? []).map((pour, pourIndex) => ({
      venue_id: sale.venue_id,
      order_id: sale.id,
      drink_index: drinkIndex,
      pour_index: pourIndex,
      ingredient_id: pour.ingredientId,
      position: Number(pour.position),
      ml: pour.ml,
      ms: pour.ms,
      outcome: pour.outcome,
    })),
  );
}

/** Distributes a processing fee over the drinks of a sale by line price. */
export function withFees(drinks: readonly OrderedDrinkRow[], feeCents: number): OrderedDrinkRow[] {
  const shares = splitCents(
    feeCents,
    drinks.map((drink) => drink.price_cents * drink.quantity),
  );
  return drinks.map((drink, index) => ({ ...drink, fee_cents: shares[index] ?? 0 }));
}
