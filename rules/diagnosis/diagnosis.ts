/**
 * Explains why a drink was not poured, was free or was refunded: messages that bar staff can act on, most likely cause
 * first.
 */
import { diagnosisMessages as print } from './diagnosis-messages.ts';
import { formatCents } from '../../lib/money.ts';

/** One pour as reported by the unit. */
export interface ReportedPour {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly position: number;
  readonly ml: number;
  readonly ms: number;
  readonly outcome: 'poured' | 'partial' | 'empty' | 'blocked' | 'timeout' | 'cancelled';
}

/** Current stock of an ingredient of the drink in the unit. */
export interface StockNow {
  readonly ingredientId: string;
  readonly name: string;
  readonly servingSizeMl: number;
  /** Maximum pouring time of a serving; null when not set. */
  readonly pouringTimeMs: number | null;
  readonly active: boolean;
  readonly places: readonly { readonly position: number; readonly remainingMl: number }[];
}

export interface DiagnosedDrink {
  readonly quantity: number;
  readonly successQuantity: number;
  readonly isDouble: boolean;
  /** Price of one drink. */
  readonly priceCents: number;
  /** Refunded amount; null when it was not refunded. */
  readonly refundedCents: number | null;
  readonly enteredBy: 'unit' | 'manual' | 'import';
  /** True when the sale names a card reader or a payment. */
  readonly hasPayment: boolean;
  /** Current discount on every price of the unit, from 0 to 1. */
  readonly discountRate: number;
  /** False when the unit was deleted, so that its stock is unknown. */
  readonly unitIsThere: boolean;
  readonly pours: readonly ReportedPour[];
  readonly stock: readonly StockNow[];
}

/** Share of a serving that counts as complete, because meters are not exact. */
const wholeShare = 0.9;

/** Reasons why the drink was not poured, or only in part; empty when nothing is known. */
export function pouringFailureReasons(drink: DiagnosedDrink): string[] {
  if (drink.enteredBy === 'import') return [];
  if (drink.enteredBy === 'manual') return [print.enteredByHand];
  const pouring = unique(pourReasons(drink));
  const stock = drink.unitIsThere ? stockReasons(drink) : [];
  const missing = drink.quantity - drink.successQuantity;
  if (drink.pours.length === 0) return missing > 0 ? [print.noPours, ...stock] : stock;
  const unexplained = missing > 0 && pouring.length === 0 && stock.length === 0;
  return [
    ...pouring,
    ...stock,
    ...(unexplained ? [print.allPoured(drink.successQuantity, drink.quantity)] : []),
  ];
}

/**
 * Reasons why a poured drink was free or was refunded; empty when nothing is known.
 * @param seesMoney when false, the refunded amount is left out
 */
export function complimentaryReasons(drink: DiagnosedDrink, seesMoney: boolean): string[] {
  const missing = drink.quantity - drink.successQuantity;
  const isFree = drink.priceCents === 0;
  return [
    ...(isFree && drink.discountRate >= 1 ? [print.fullDiscount] : []),
    ...(isFree ? [print.noPrice] : []),
    ...(isFree && !drink.hasPayment ? [print.noReader] : []),
    ...(drink.refundedCents === null && !isFree ? [] : pourReasonsOf(drink)),
    ...(missing > 0 ? [print.onlySome(drink.successQuantity, drink.quantity)] : []),
    ...refundReasons(drink.refundedCents, seesMoney),
  ];
}

function refundReasons(cents: number | null, seesMoney: boolean): string[] {
  if (cents === null) return [];
  return [seesMoney ? print.paidBack(formatCents(cents)) : print.refunded];
}

const pourReasonsOf = (drink: DiagnosedDrink): string[] =>
  drink.enteredBy === 'unit' ? unique(pourReasons(drink)) : [];

const unique = (reasons: readonly { text: string }[]): string[] => [
  ...new Set(reasons.map(({ text }) => text)),
];

/** An empty bottle is more likely than a blocked line, which is more likely than a slow one. */
const likelihood: readonly ReportedPour['outcome'][] = [
  'empty',
  'blocked',
  'timeout',
  'partial',
  'cancelled',
  'poured',
];

function pourReasons(drink: DiagnosedDrink): { text: string }[] {
  return drink.pours
    .flatMap((pour) => {
      const text = reasonOf(pour, drink);
      return text === null ? [] : [{ text, rank: likelihood.indexOf(pour.outcome) }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

function reasonOf(pour: ReportedPour, drink: DiagnosedDrink): string | null {
  const stock = drink.stock.find(({ ingredientId }) => ingredientId === pour.ingredientId);
  const requestedMl = stock === undefined ? null : stock.servingSizeMl * (drink.isDouble ? 2 : 1);
  const place = print.place(pour.position, pour.ingredientName);
  const poured = print.poured(pour.ml, requestedMl, pour.ms);
  if (pour.outcome === 'empty') return emptyReason(place, pour, stock);
  if (pour.outcome === 'blocked') return print.blocked(place);
  if (pour.outcome === 'cancelled') return print.cancelled(place, poured);
  if (pour.outcome === 'timeout') return print.tooSlow(place, poured);
  const isShort = requestedMl !== null && pour.ml < requestedMl * wholeShare;
  if (pour.outcome === 'partial' || isShort) {
    const limitMs = stock?.pouringTimeMs ?? null;
    return limitMs !== null && pour.ms >= limitMs
      ? print.tooSlow(place, poured)
      : print.stoppedEarly(place, poured);
  }
  return null;
}

/** A bottle the unit found empty while the stock records show it full was changed without being recorded. */
function emptyReason(place: string, pour: ReportedPour, stock: StockNow | undefined): string {
  const now = stock?.places.find(({ position }) => position === pour.position);
  const isRecordedFull = now !== undefined && now.remainingMl >= (stock?.servingSizeMl ?? 0);
  return isRecordedFull && pour.ml === 0
    ? print.emptyButRecorded(place, now.remainingMl)
    : print.empty(place);
}

function stockReasons(drink: DiagnosedDrink): string[] {
  return drink.stock.flatMap(({ name, active, places, servingSizeMl }) => {
    if (places.length === 0) return [print.notLoaded(name)];
    if (!active) return [print.switchedOff(name)];
    const leftMl = places.reduce((sum, { remainingMl }) => sum + remainingMl, 0);
    return leftMl < servingSizeMl ? [print.nearlyOut(name, leftMl, servingSizeMl)] : [];
  });
}
