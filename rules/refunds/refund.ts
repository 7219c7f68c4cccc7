/**
 * Computes refund amounts. Each drink line is refunded whole: its price and its share of the tax. The tip belongs to
 * the sale: it stays with the drinks that are still paid for and is refunded with the last of them, or with a free drink
 * where none is paid for.
 */
import { splitCents } from '../../lib/split-cents.ts';

/** One drink line of a sale; amounts are for the whole line, in whole cents. */
export interface RefundableLine {
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  /** requested: the refund is in progress and its amount must not change. */
  readonly state: 'paid' | 'requested' | 'refunded';
}

export type RefundRefusal = 'noSuchDrink' | 'alreadyRefunded' | 'underWay' | 'nothingToRefund';

export interface RefundPlan {
  /** In the order requested; each amount is over 0. */
  readonly refunds: readonly { readonly index: number; readonly amountCents: number }[];
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

/** Refund amounts for these lines and the resulting tips; or the reason why one of them cannot be refunded. */
export function planRefunds(
  lines: readonly RefundableLine[],
  indexes: readonly number[],
): RefundPlan | { refusal: RefundRefusal } {
  const now = lines.map((line) => ({ ...line }));
  const refunds: { index: number; amountCents: number }[] = [];
  for (const index of indexes) {
    const line = now[index];
    const refusal = refusalOf(line);
    if (line === undefined || refusal !== null) return { refusal: refusal ?? 'noSuchDrink' };
    line.state = 'requested';
    leaveTip(now, line);
    const amountCents = line.priceCents + line.taxCents + line.tipCents;
    if (amountCents === 0) return { refusal: 'nothingToRefund' };
    refunds.push({ index, amountCents });
  }
  return { refunds, tipsCents: now.map(({ tipCents }) => tipCents) };
}

/** Whether a drink of a sale, as responses show it, is refunded. */
export const isRefunded = ({ status }: { readonly status: string }): boolean =>
  status.toLowerCase() === 'refunded';

/** Parts of the amount that a refund returns, in whole cents. */
export interface RefundParts {
  readonly amountCents: number;
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
}

/** Amount of the refund of one line with its parts; or the reason why it cannot be refunded. */
export function refundParts(
  lines: readonly RefundableLine[],
  index: number,
): RefundParts | { refusal: RefundRefusal } {
  const plan = planRefunds(lines, [index]);
  const line = lines[index];
  if ('refusal' in plan) return plan;
  const [refund] = plan.refunds;
  if (!line || !refund) return { refusal: 'noSuchDrink' };
  const { priceCents, taxCents } = line;
  const { amountCents } = refund;
  return { amountCents, priceCents, taxCents, tipCents: amountCents - priceCents - taxCents };
}

/** Where the money of a refund goes; unknown: it is not known which card provider took the payment. */
export type RefundTarget = 'card' | 'cash' | 'unknown';

/** A sale with a payment is refunded to the card through the provider that took it, one without in cash. */
export function refundTarget(paymentId: string | null, provider: string | null): RefundTarget {
  if (paymentId === null) return 'cash';
  return provider === null ? 'unknown' : 'card';
}

/**
 * Tips after a failed refund: split again by price over the lines that are still paid for, including this one. If
 * nothing else changed, the sale is as it was before.
 */
export function tipsAfterFailure(lines: readonly RefundableLine[], index: number): number[] {
  const now = lines.map((line, at) => ({
    ...line,
    state: at === index ? ('paid' as const) : line.state,
  }));
  const paidFor = now.filter(isRefundable);
  share(
    paidFor,
    paidFor.reduce((sum, { tipCents }) => sum + tipCents, 0),
  );
  return now.map(({ tipCents }) => tipCents);
}

type Draft = { -readonly [field in keyof RefundableLine]: RefundableLine[field] };

const isRefundable = ({ state, priceCents }: RefundableLine): boolean =>
  state === 'paid' && priceCents > 0;

function refusalOf(line: RefundableLine | undefined): RefundRefusal | null {
  if (line === undefined) return 'noSuchDrink';
  if (line.state === 'refunded') return 'alreadyRefunded';
  return line.state === 'requested' ? 'underWay' : null;
}

/** Moves the tip of a refunded line to the remaining ones; the last refund also takes tips left on free drinks. */
function leaveTip(lines: readonly Draft[], going: Draft): void {
  const staying = lines.filter(isRefundable);
  if (staying.length > 0) {
    share(staying, going.tipCents, 'added');
    going.tipCents = 0;
    return;
  }
  for (const free of lines.filter(({ state }) => state === 'paid')) {
    going.tipCents += free.tipCents;
    free.tipCents = 0;
  }
}

function share(lines: readonly Draft[], tipCents: number, how?: 'added'): void {
  const shares = splitCents(
    tipCents,
    lines.map(({ priceCents }) => priceCents),
  );
  lines.forEach((line, at) => {
    line.tipCents = (how === 'added' ? line.tipCents : 0) + (shares[at] ?? 0);
  });
}
