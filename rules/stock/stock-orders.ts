/** Orders of stock: how much to order, and how an order reads. */
import { hundredths } from '../../lib/hundredths.ts';
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';

/** Orders that are listed. */
export const mostStockOrders = 200;
/** Lines of one order. */
export const mostOrderLines = 200;
/** Of a venue within 24 hours. */
export const mostOrdersADay = 50;
/** Bottles of an ingredient. */
export const mostPar = 10_000;
export const mostDeliveryDays = 28;
export const mostLeadDays = 28;

interface Need {
  /** Bottles to have after a delivery. */
  readonly par: number;
  /** Millilitres of a bottle as it is bought. */
  readonly bottleMl: number;
  /** Bottles in a case. */
  readonly caseSize: number;
  readonly onHandMl: number;
  /** Ordered, and not here yet. */
  readonly orderedMl: number;
}

/** Bottles to order: par less what is on hand and on order, rounded up to whole cases; 0 where that is enough. */
export function bottlesToOrder({ par, bottleMl, caseSize, onHandMl, orderedMl }: Need): number {
  const missing =
    par * hundredths(bottleMl) - Math.max(0, hundredths(onHandMl)) - hundredths(orderedMl);
  return missing <= 0 ? 0 : inCases(missing / hundredths(bottleMl), caseSize);
}

/** Bottles rounded up to whole cases. */
export const inCases = (bottles: number, caseSize: number): number =>
  Math.ceil(bottles / caseSize) * caseSize;

interface OrderedLine {
  readonly bottles: number;
  readonly received: number;
}

/** Bottles of a line that have not come. */
export const outstandingOf = ({ bottles, received }: OrderedLine): number =>
  Math.max(0, bottles - received);

export const stockOrderStates = ['ordered', 'received', 'cancelled'] as const;
export type StockOrderState = (typeof stockOrderStates)[number];

/** State of an order; one that was cancelled after a part had come is cancelled. */
export function stateOfOrder(row: {
  readonly received_at: Date | null;
  readonly cancelled_at: Date | null;
}): StockOrderState {
  if (row.cancelled_at !== null) return 'cancelled';
  return row.received_at === null ? 'ordered' : 'received';
}

interface TextLine {
  readonly name: string;
  readonly bottles: number;
  readonly bottleMl: number;
  readonly caseSize: number;
}

/** Text of a line: `12 × Gin, 700 ml (2 cases of 6)`. */
export function orderLineText({ name, bottles, bottleMl, caseSize }: TextLine): string {
  const cases = bottles / caseSize;
  const inWhole =
    caseSize > 1 && Number.isInteger(cases)
      ? ` (${cases === 1 ? '1 case' : `${cases} cases`} of ${caseSize})`
      : '';
  return `${bottles} × ${name}, ${bottleMl} ml${inWhole}`;
}

/**
 * Name of the file of an order: `order-2026-03-14.csv`, by the day on which it was made in the venue.
 * @param orderedMs epoch milliseconds
 * @param timezone IANA name
 */
export const orderFileName = (orderedMs: number, timezone: string): string =>
  `order-${dateAndTimeIn(orderedMs, timezone).date}.csv`;

/** Where an order is delivered: `Rooftop Bar, 12 Harbor Street`. */
export const deliveryPlace = (venue: { readonly name: string; readonly address: string }): string =>
  venue.address === '' ? '' : `${venue.name}, ${venue.address}`;

interface MailedOrder {
  readonly venue: { readonly name: string; readonly address: string };
  readonly supplier: string;
  readonly person: string;
  readonly email: string;
  readonly lines: readonly TextLine[];
}

/** Mail of an order to its supplier, in plain text. */
export const orderMail = ({ venue, supplier, person, email, lines }: MailedOrder) => ({
  subject: `Order for ${venue.name}`,
  body: [
    `To ${supplier}`,
    '',
    `${venue.name} orders:`,
    '',
    ...lines.map(orderLineText),
    '',
    ...(venue.address === '' ? [] : [`Please deliver to ${deliveryPlace(venue)}.`, '']),
    'The same lines are attached as a table.',
    '',
    `Ordered by ${person}. Please reply to ${email}.`,
    '',
  ].join('\n'),
});

/**
 * Table of an order, for the file that a supplier gets.
 * @param place where it is delivered; without one there is no column for it
 */
export const orderTable = (lines: readonly TextLine[], place: string) => ({
  head: [
    'Ingredient',
    'Bottles',
    'Bottle size (ml)',
    'Bottles in a case',
    ...(place === '' ? [] : ['Deliver to']),
  ],
  rows: lines.map(({ name, bottles, bottleMl, caseSize }) => [
    name,
    bottles,
    bottleMl,
    caseSize,
    ...(place === '' ? [] : [place]),
  ]),
});

/** User-visible messages about orders of stock. */
export const stockOrderMessages = {
  badPar: `Use a number of bottles from 0 to ${mostPar.toLocaleString('en-US')}`,
  badDeliveryDays: `Use a number of days from 1 to ${mostDeliveryDays}`,
  badLeadDays: `Use a number of days from 0 to ${mostLeadDays}`,
  noAddress: 'The supplier has no address for orders',
  tooManyOrders: `A venue makes at most ${mostOrdersADay} orders within 24 hours`,
  isReceived: 'The order has come already',
  isCancelled: 'The order is cancelled',
  supplierOrOrder: 'Name the supplier, or the order',
  nothingOrdered: 'Nothing was ordered yet.',
  noPar: 'No par is set yet: this list says what is missing from the pars of the ingredients.',
  nothingToOrder: 'Nothing is to be ordered: there is as much as the pars ask for.',
} as const;
