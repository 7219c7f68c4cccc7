/** Orders: intake and listing. An order with payment facts is a sale. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import {
  cursorPaging,
  dollars,
  id,
  line,
  optionalLine,
  plainText,
  pointInTime,
  timeOut,
  unitTime,
} from './fields.ts';
import { longestIngredientName } from './ingredients.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';
import { ingredientMessages, orderMessages } from '../rules/messages.ts';
import { refusedSaleMessages } from '../rules/orders/refused-sale-messages.ts';

/**
 * A sold drink; price is the charged price of one (the double price for a double). The sales report includes refund
 * while a refund is in progress (requested), when the last one failed, and for a refunded drink whose money did not go
 * through a card provider: cash was given back by hand, unsent was only recorded by an earlier version. A drink of which
 * some glasses are refunded is paid, with their number and what went back of the tax and the tip.
 */
export const soldDrink = z.object({
  _id: z.string(),
  name: z.string(),
  quantity: z.number(),
  status: z.enum(['paid', 'refunded']),
  successQuantity: z.number(),
  price: money(),
  isDouble: z.boolean(),
  tax: money(),
  tips: money(),
  processingFee: money().nullable(),
  refund: z.enum(['requested', 'failed', 'cash', 'unsent']).optional(),
  refundedQuantity: z.number().optional(),
  refundedTax: money().optional(),
  refundedTips: money().optional(),
  isCurrentDrink: z.boolean().optional(),
});

/**
 * A sale. price is the sum of price times quantity over its drinks, before tax and tips; duration is in ms, for super
 * admins only. The tax, tips and processingFee of its drinks add up to those of the sale. refundTo is where the money of
 * a refund goes: to the card through the provider that took the payment, or in cash for a sale without a payment;
 * unknown where it is not known who took the payment, which is not refunded.
 */
export const sale = z.object({
  id: z.string(),
  date: timeOut,
  price: money(),
  tax: money(),
  tips: money(),
  duration: z.number().nullable().optional(),
  unitNumber: z.number(),
  status: z.enum(['paid', 'refunded']),
  paymentReaderDeviceName: z.string(),
  processingFee: money().nullable(),
  refundTo: z.enum(['card', 'cash', 'unknown']),
  drinks: z.array(soldDrink),
});

/** One pour as reported by a unit: ml poured, ms taken and outcome. */
const pour = z.object({
  ingredientId: id,
  position: z.string().regex(/^\d{1,3}$/, 'Use a position number'),
  ml: z
    .number({ error: 'Use millilitres' })
    .min(0, 'Cannot be negative')
    .max(200_000, 'Use at most 200,000 ml'),
  ms: z
    .number({ error: 'Use milliseconds' })
    .int('Use whole milliseconds')
    .min(0, 'Cannot be negative')
    .max(3_600_000, 'Use at most an hour'),
  outcome: z.enum(['poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled'], {
    error: 'Use a known outcome',
  }),
});

const count = (name: string) =>
  z
    .number({ error: `Enter the ${name}` })
    .int('Use a whole number')
    .max(100, 'Use at most 100');

const mostIngredients = 50;

/**
 * Characters of the name of a drink that was sold: of a set of ingredients, all of their names joined by ` + `. Names of
 * new sales are shorter, stored ones may not be.
 */
export const longestSoldName = mostIngredients * (longestIngredientName + 3);

const ingredientSet = z
  .array(id)
  .min(1, 'Name at least one ingredient')
  .max(mostIngredients, `Use at most ${mostIngredients} ingredients`)
  .refine((ids) => new Set(ids).size === ids.length, ingredientMessages.namedTwice);

const orderedDrink = z
  .object({
    drinkId: id.optional(),
    ingredients: ingredientSet.optional(),
    quantity: count('quantity').min(1, 'Use at least 1').default(1),
    successQuantity: count('success quantity').min(0, 'Cannot be negative').optional(),
    isDouble: z.boolean({ error: 'Use true or false' }).default(false),
    /**
     * Price the customer was charged for one drink, if the unit reports it; it is compared with the configured price,
     * never stored in its stead.
     */
    price: dollars.optional(),
    pours: z.array(pour).max(200, 'Use at most 200 pours').optional(),
  })
  .refine((drink) => (drink.drinkId === undefined) !== (drink.ingredients === undefined), {
    path: ['drinkId'],
    error: 'Name either the drink or its ingredients',
  })
  .refine((drink) => (drink.successQuantity ?? 0) <= drink.quantity, {
    path: ['successQuantity'],
    error: 'Cannot be more than the quantity',
  });

const orderFacts = {
  tips: dollars,
  duration: z
    .number()
    .int('Use whole milliseconds')
    .min(0, 'Cannot be negative')
    .max(86_400_000, 'Use at most a day'),
  paymentReaderDeviceName: optionalLine(100),
  processingFee: dollars,
  paymentId: line(200),
  /** Card provider that took the payment; by default it is derived from the payment id and the readers of the unit. */
  paymentProvider: z.enum(['stripe', 'shift4'], { error: 'Use stripe or shift4' }),
  /** Last four digits of the card, which identify the sale of a guest. */
  cardLast4: z.string().regex(/^\d{4}$/, 'Use the last four digits'),
};

/**
 * An order as sent by a unit; the short form {ingredients, date} is one drink of those ingredients. An order that a unit
 * dates before 2000 or after 2100 has the date of its receipt; people have to correct such a date.
 */
export const newOrder = z
  .object({
    id: line(200).optional(),
    unitNumber: z.number({ error: 'Use the unit number' }).int('Use the unit number').optional(),
    date: unitTime.optional(),
    ingredients: ingredientSet.optional(),
    drinks: z
      .array(orderedDrink)
      .min(1, orderMessages.noDrinks)
      .max(50, 'Use at most 50 drinks')
      .optional(),
    tips: orderFacts.tips.optional(),
    duration: orderFacts.duration.optional(),
    paymentReaderDeviceName: orderFacts.paymentReaderDeviceName.optional(),
    processingFee: orderFacts.processingFee.optional(),
    paymentId: orderFacts.paymentId.optional(),
    paymentProvider: orderFacts.paymentProvider.optional(),
    cardLast4: orderFacts.cardLast4.optional(),
    /**
     * Whether the payment pays other sales of the unit too. Without it, a payment is one sale: the same drinks sent
     * again with it, under whatever id, are the sale that is stored, and others are refused and kept for a person.
     */
    sharesPayment: z.boolean({ error: 'Use true or false' }).optional(),
  })
  .refine((order) => (order.drinks === undefined) !== (order.ingredients === undefined), {
    path: ['drinks'],
    error: 'Send either drinks or ingredients',
  })
  .refine((order) => order.paymentProvider === undefined || order.paymentId !== undefined, {
    path: ['paymentProvider'],
    error: orderMessages.noPaymentId,
  });

export const createOrder = defineEndpoint({
  method: 'POST',
  path: '/api/orders',
  summary: 'Record what a unit sold; repeating it with the same key returns the first sale again',
  access: 'unit',
  permission: 'sales.write',
  headers: z.object({ 'idempotency-key': plainText(200).min(1).optional() }),
  body: newOrder,
  bodyLimit: largeBodyBytes,
  responses: { 200: sale, 201: sale },
});

export const updateOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/orders/{id}',
  summary: 'Add or correct facts of an order that do not change what was charged',
  access: 'unit',
  permission: 'sales.write',
  body: z
    .object({
      date: pointInTime,
      duration: orderFacts.duration,
      paymentReaderDeviceName: orderFacts.paymentReaderDeviceName,
      processingFee: orderFacts.processingFee,
      paymentId: orderFacts.paymentId,
      paymentProvider: orderFacts.paymentProvider,
    })
    .partial(),
  responses: { 200: sale },
});

/** Public view of an order: names of the poured ingredients and the time, without customer or price. */
export const order = z.object({ id: z.string(), ingredients: z.array(z.string()), date: timeOut });

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  summary:
    "Newest orders: without a token the last 50 of all venues, with one the caller's own; the next page is before the last of them",
  permission: 'public',
  query: z.object({
    /** Id of the last order of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 500, orderMessages.useBefore),
  }),
  responses: { 200: z.array(order) },
});

/** One pour as reported by the unit, with the name of its ingredient where that still exists. */
const shownPour = z.object({
  ingredient: z.string().nullable(),
  position: z.number(),
  ml: z.number(),
  ms: z.number(),
  outcome: z.string(),
});

/** A refund of glasses of one drink, by its ordinal in the order; amount in dollars. */
const shownRefund = z.object({
  drinkIndex: z.number(),
  glasses: z.number(),
  state: z.enum(['requested', 'refunded', 'failed']),
  amount: money(),
  provider: z.enum(['stripe', 'shift4', 'demo', 'cash', 'unsent']),
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: timeOut,
  settledAt: timeOut.nullable(),
});

/**
 * An order as a whole. Its drinks have their ingredients and pours in the order of the sale's. Of the reference of the
 * payment, only the last characters are shown.
 */
export const orderDetail = z.object({
  sale,
  venueId: z.string(),
  enteredBy: z.enum(['unit', 'manual', 'import']),
  receivedAt: timeOut,
  payment: z
    .object({
      provider: z.enum(['stripe', 'shift4', 'demo']).nullable(),
      reference: z.string(),
      /** Last four digits of the card; null where the unit sent none. */
      cardLast4: z.string().nullable(),
    })
    .nullable(),
  drinks: z.array(z.object({ ingredients: z.array(z.string()), pours: z.array(shownPour) })),
  refunds: z.array(shownRefund),
});

/** An order as a whole, with its pours, its payment and its refunds. */
export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  summary: 'An order with its pours, its payment and its refunds',
  permission: 'sales.read',
  responses: { 200: orderDetail },
});

/** A drink of a refused sale; prices of one, in dollars. */
const refusedDrink = z.object({
  /** Null for a drink that the unit does not have. */
  name: z.string().nullable(),
  quantity: z.number(),
  isDouble: z.boolean(),
  /** Price that the guest was charged, if the unit sent it. */
  charged: money().nullable(),
  /** Price on the menu now, under the price plans of the time of the sale. */
  listed: money().nullable(),
});

/**
 * A sale that was refused, with the field and the message of the response. The same body with the same idempotency key
 * is one refused sale, and so is the same body without a key until it is settled; times is how often it was sent.
 */
const refusedSale = z.object({
  id: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  firstAt: timeOut,
  lastAt: timeOut,
  times: z.number(),
  status: z.number(),
  field: z.string(),
  message: z.string(),
  /** Null if the order does not say, or cannot be read. */
  soldAt: timeOut.nullable(),
  /** Empty for an order that cannot be read. */
  drinks: z.array(refusedDrink),
  /** Dollars charged for all drinks, before tax and tips; null if the unit did not send every price. */
  amount: money().nullable(),
  state: z.enum(['open', 'taken', 'dismissed']),
  /** False for an order that cannot be read: it can only be dismissed. */
  canBeTaken: z.boolean(),
});

/** Sales that units sent and that were refused: taking them into the books, or dismissing them. */
export const listRefusedSales = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/refused-sales',
  summary:
    'Refused sales of the units of a venue, newest first; the next page is before the last of them',
  permission: 'sales.read',
  query: z.object({
    state: z.enum(['open', 'taken', 'dismissed'], { error: 'Use a known state' }).default('open'),
    unitId: id.optional(),
    /** Id of the last refused sale of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 100, refusedSaleMessages.useBefore),
  }),
  responses: { 200: z.array(refusedSale) },
});

export const settleRefusedSale = defineEndpoint({
  method: 'POST',
  path: '/api/refused-sales/{id}',
  summary:
    'Take a refused sale into the books at the prices that were charged, or dismiss it; a unit that sends a taken sale again gets that sale',
  permission: 'sales.write',
  body: z.object({ action: z.enum(['take', 'dismiss'], { error: 'Use take or dismiss' }) }),
  responses: { 200: refusedSale },
});
