/**
 * Computes refund amounts. A drink line is refunded whole or glass by glass: the price and the share of the tax of each
 * glass. The tip belongs to the sale: it stays with the drinks that are still paid for and is refunded with the last of
 * them, or with a free drink where none is paid for.
 */
import { splitCents } from '../../lib/split-cents.ts';

/** Glasses of a line, with their shares of its tax and its tip. */
export interface Glasses {
  readonly glasses: number;
  readonly taxCents: number;
  readonly tipCents: number;
}

/** One drink line of a sale; amounts are for the whole line, in whole cents. */
export interface RefundableLine {
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly quantity: number;
  /** paid: at least one glass is. requested: of the others, a refund is in progress, whose amount must not change. */
  readonly state: 'paid' | 'requested' | 'refunded';
  /** Glasses of a paid line that are refunded, or whose refund is in progress. */
  readonly taken?: Glasses | undefined;
}

export type RefundRefusal =
  | 'noSuchDrink'
  | 'alreadyRefunded'
  | 'underWay'
  | 'tooManyGlasses'
  | 'nothingToRefund';

/** A line by its ordinal, from 0, with the number of glasses; all that are paid for where it is left out. */
export interface RefundRequest {
  readonly index: number;
  readonly glasses?: number | undefined;
}

/** Glasses of a line that a refund returns; the amount is in whole cents. */
export interface PlannedRefund extends Glasses {
  readonly index: number;
  readonly amountCents: number;
}

export interface RefundPlan {
  /** In the order requested; each amount is over 0. */
  readonly refunds: readonly PlannedRefund[];
  /** New tip of every line; the total is unchanged. */
  readonly tipsCents: readonly number[];
}

const mostDrinks = 50;

/**
 * Parses the ordinals of a request: `0,2`, several of those, or JSON; without duplicates, in that order.
 * @returns null when there are none, more than an order can have, or any that is not an ordinal
 */
export function readDrinkIndexes(given: string | readonly string[]): number[] | null {
  const pieces = [given]
    .flat()
    .flatMap((text) => text.replace(/^\s*\[(.*)\]\s*$/, '$1').split(','));
  const places = pieces.map((piece) => piece.trim());
  if (places.length === 0 || !places.every((place) => /^\d{1,4}$/.test(place))) return null;
  const indexes = [...new Set(places.map(Number))];
  return indexes.length > mostDrinks ? null : indexes;
}

/** Refund amounts for these glasses and the resulting tips; or the reason why some of them cannot be refunded. */
export function planRefunds(
  lines: readonly RefundableLine[],
  requests: readonly RefundRequest[],
): RefundPlan | { refusal: RefundRefusal } {
  const now = lines.map((line) => ({ ...line }));
  const refunds: PlannedRefund[] = [];
  for (const { index, glasses: requested } of requests) {
    const line = now[index];
    const refusal = refusalOf(line);
    if (line === undefined || refusal !== null) return { refusal: refusal ?? 'noSuchDrink' };
    const taken = takenOf(line);
    const paidFor = line.quantity - taken.glasses;
    const glasses = requested ?? paidFor;
    if (glasses > paidFor) return { refusal: 'tooManyGlasses' };
    const taxCents = taxOf(line, glasses);
    if (glasses === paidFor) line.state = 'requested';
    const tipCents = glasses === paidFor ? leaveTip(now, line) : 0;
    line.taken = {
      glasses: taken.glasses + glasses,
      taxCents: taken.taxCents + taxCents,
      tipCents: taken.tipCents + tipCents,
    };
    const amountCents = (line.priceCents / line.quantity) * glasses + taxCents + tipCents;
    if (amountCents === 0) return { refusal: 'nothingToRefund' };
    refunds.push({ index, glasses, taxCents, tipCents, amountCents });
  }
  return { refunds, tipsCents: now.map(({ tipCents }) => tipCents) };
}

/** Parts of the amount that a refund returns, in whole cents. */
export interface RefundParts {
  readonly amountCents: number;
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
}

/** Amount of the refund of glasses of one line with its parts; or the reason why they cannot be refunded. */
export function refundParts(
  lines: readonly RefundableLine[],
  request: RefundRequest,
): RefundParts | { refusal: RefundRefusal } {
  const plan = planRefunds(lines, [request]);
  if ('refusal' in plan) return plan;
  const [refund] = plan.refunds;
  if (!refund) return { refusal: 'noSuchDrink' };
  const { amountCents, taxCents, tipCents } = refund;
  return { amountCents, priceCents: amountCents - taxCents - tipCents, taxCents, tipCents };
}

/** Where the money of a refund goes; unknown: it is not known which card provider took the payment. */
export type RefundTarget = 'card' | 'cash' | 'unknown';

/** A sale with a payment is refunded to the card through the provider that took it, one without in cash. */
export function refundTarget(paymentId: string | null, provider: string | null): RefundTarget {
  if (paymentId === null) return 'cash';
  return provider === null ? 'unknown' : 'card';
}

/**
 * Tips after a failed refund: split again by price over the lines that are still paid for. If nothing else changed, the
 * sale is as it was before.
 * @param lines without the failed refund
 */
export function tipsAfterFailure(lines: readonly RefundableLine[]): number[] {
  const now = lines.map((line) => ({ ...line }));
  const paidFor = now.filter(isRefundable);
  share(
    paidFor,
    paidFor.reduce((sum, line) => sum + tipLeft(line), 0),
    'anew',
  );
  return now.map(({ tipCents }) => tipCents);
}

type Draft = { -readonly [field in keyof RefundableLine]: RefundableLine[field] };

const takenOf = ({ taken }: RefundableLine): Glasses =>
  taken ?? { glasses: 0, taxCents: 0, tipCents: 0 };

/** Tip of a line without what goes with its refunds. */
const tipLeft = (line: RefundableLine): number => line.tipCents - takenOf(line).tipCents;

const isRefundable = ({ state, priceCents }: RefundableLine): boolean =>
  state === 'paid' && priceCents > 0;

function refusalOf(line: RefundableLine | undefined): RefundRefusal | null {
  if (line === undefined) return 'noSuchDrink';
  if (line.state === 'refunded') return 'alreadyRefunded';
  return line.state === 'requested' ? 'underWay' : null;
}

/**
 * Tax of the next glasses of a line, as splitCents gives it to each: the first have a cent more. The last are refunded
 * first, so those that failed are before those that were poured.
 */
function taxOf(line: RefundableLine, glasses: number): number {
  const { taxCents, quantity } = line;
  const taken = takenOf(line);
  const larger = taxCents % quantity;
  const each = (taxCents - larger) / quantity;
  const largerTaken = taken.taxCents - each * taken.glasses;
  const smallerLeft = quantity - larger - (taken.glasses - largerTaken);
  return each * glasses + Math.max(0, glasses - smallerLeft);
}

/**
 * Moves the tip of a line whose last glasses are refunded to the remaining ones; the last refund also takes tips left on
 * free drinks.
 * @returns the tip that goes with the refund
 */
function leaveTip(lines: readonly Draft[], going: Draft): number {
  const staying = lines.filter(isRefundable);
  const tipCents = tipLeft(going);
  if (staying.length > 0) {
    share(staying, tipCents, 'added');
    going.tipCents -= tipCents;
    return 0;
  }
  for (const free of lines.filter(({ state }) => state === 'paid')) {
    going.tipCents += free.tipCents;
    free.tipCents = 0;
  }
  return tipLeft(going);
}

/** Splits a tip over lines by price: added to theirs, or anew in place of what does not go with their refunds. */
function share(lines: readonly Draft[], tipCents: number, how: 'added' | 'anew'): void {
  const shares = splitCents(
    tipCents,
    lines.map(({ priceCents }) => priceCents),
  );
  lines.forEach((line, at) => {
    line.tipCents = (how === 'added' ? line.tipCents : takenOf(line).tipCents) + (shares[at] ?? 0);
  });
}
